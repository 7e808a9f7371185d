import { Hono } from "hono";
import type { Context } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import type { Chain } from "../chain/chain.ts";
import { vsize } from "../chain/tx.ts";
import { RequestError } from "../errors.ts";
import { formBody } from "../http/input.ts";
import { count, formatSats, moment, noteBox, rows, sendPage, short } from "./layout.ts";
import type { Html } from "./layout.ts";

const SHOWN_BLOCKS = 12;
const SHOWN_WAITING = 50;

const formSchema = z.object({
  replace: z.string().optional(),
  evict: z.string().optional(),
  reorg: z.enum(["1", "2", "3", "6"]).optional(),
  readd: z.literal("yes").optional(),
});
type Form = z.infer<typeof formSchema>;

const DONE = {
  replaced: "Replaced the payment by one with a higher fee.",
  evicted: "The network has forgotten the payment.",
  reorganised: "The newest blocks have been replaced.",
};

/** The chain's page under /chain: its blocks and mempool, and the rare events to try out on them. */
export function chainPage(chain: Chain): Hono {
  const app = new Hono();

  app.get("/chain", (c) => {
    const done = z.enum(["replaced", "evicted", "reorganised"]).safeParse(c.req.query("done"));
    return show(c, done.success ? noteBox("status", DONE[done.data]) : "");
  });

  app.post("/chain", async (c) => {
    const form = await formBody(c, formSchema);
    try {
      return c.redirect(`/sandbox/chain?done=${submit(form)}`, 303);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return show(c, noteBox("error", error.message), 400);
    }
  });
  return app;

  function submit({ replace, evict, reorg, readd }: Form): keyof typeof DONE {
    if (replace !== undefined) {
      chain.replace(replace);
      return "replaced";
    }
    if (evict !== undefined) {
      chain.evict(evict);
      return "evicted";
    }
    if (reorg === undefined) throw new RequestError("Nothing was chosen");
    chain.reorg(Number(reorg), readd === "yes");
    return "reorganised";
  }

  function show(c: Context, note: Html | "", status: 200 | 400 = 200) {
    const body = html`${note}
      <section class="card" aria-labelledby="mempool">
        <h2 id="mempool">Waiting for a block</h2>
        ${rows(waiting(), "The mempool is empty.")}
      </section>
      <section class="card" aria-labelledby="blocks">
        <h2 id="blocks">Newest blocks</h2>
        ${rows(blocks(), "")}
      </section>
      <section class="card" aria-labelledby="reorg">
        <h2 id="reorg">Reorganise</h2>
        <p class="muted small">
          Another branch wins: the newest blocks are replaced by as many empty ones and one more.
        </p>
        <form method="post" action="/sandbox/chain">
          <div class="choices">
            <label>
              <input type="checkbox" name="readd" value="yes" checked />
              Their payments go back to waiting (otherwise they are gone)
            </label>
          </div>
          <div class="buttons">
            ${["1", "2", "3", "6"].map(
              (depth) =>
                html`<button name="reorg" value="${depth}">
                  Replace ${count(Number(depth), "block")}
                </button>`,
            )}
          </div>
        </form>
      </section>`;
    return sendPage(c, { title: "Chain", body, status });
  }

  function waiting(): Html[] {
    const newest = chain.ledger.mempool().toReversed().slice(0, SHOWN_WAITING);
    return newest.map((tx) => {
      const fee = chain.ledger.fee(tx);
      const rate = (fee / vsize(tx)).toFixed(1);
      return html`<div class="row">
        <span>
          ${short(tx.txid)}<br />
          <span class="small muted">fee ${formatSats(fee)}, ${rate} per vbyte</span>
        </span>
        <form method="post" action="/sandbox/chain">
          <button name="replace" value="${tx.txid}">Replace</button>
          <button name="evict" value="${tx.txid}">Evict</button>
        </form>
      </div>`;
    });
  }

  function blocks(): Html[] {
    const { height: tip } = chain.ledger.tip;
    const found: Html[] = [];
    for (let height = tip; height >= 0 && found.length < SHOWN_BLOCKS; height--) {
      const block = chain.ledger.blockAt(height);
      if (block === undefined) continue;
      found.push(
        html`<div class="row">
          <span><strong class="num">${height}</strong> ${short(block.hash)}</span>
          <span class="small muted">
            ${moment(new Date(block.time * 1000).toISOString())},
            ${count(block.txids.length, "transaction")}
          </span>
        </div>`,
      );
    }
    return found;
  }
}
