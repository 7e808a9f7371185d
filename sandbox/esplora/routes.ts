import { Hono } from "hono";
import type { Context } from "hono";
import type { Chain } from "../chain/chain.ts";
import { DEFAULT_FEE_RATE } from "../chain/chain.ts";
import { scriptOfAddress } from "../chain/network.ts";
import type { Tx } from "../chain/tx.ts";
import { RequestError, TxRejection } from "../errors.ts";
import type { Faults } from "../http/faults.ts";
import { applyHostFault, hostTip } from "./host-faults.ts";
import {
  blockView,
  mempoolView,
  outspendView,
  recentView,
  statsView,
  statusView,
  txView,
} from "./views.ts";

// Page sizes and targets of Blockstream's server.
const CHAIN_PAGE = 25;
const MEMPOOL_LIMIT = 50;
const RECENT_LIMIT = 10;
const BLOCKS_LIMIT = 10;
const FEE_TARGETS = [...Array.from({ length: 25 }, (_, i) => i + 1), 144, 504, 1008];

/**
 * Esplora's HTTP API over the chain (https://github.com/Blockstream/esplora/blob/master/API.md).
 * Errors are plain text: 400 for bad input, 404 for what is not there.
 */
export function esploraRoutes(chain: Chain, fault: () => Faults["esplora"]): Hono {
  const { ledger } = chain;
  const app = new Hono();

  app.use(async (c, next) => {
    await next();
    if (c.req.method === "GET" && c.res.ok) c.header("cache-control", "public, max-age=10");
  });
  app.onError((error, c) => {
    if (error instanceof TxRejection) {
      const { code, message } = error;
      const rpc = JSON.stringify({ code, message });
      return c.text(`sendrawtransaction RPC error: ${rpc}`, error.status);
    }
    if (error instanceof RequestError) return c.text(error.message, error.status);
    throw error;
  });
  app.notFound((c) => c.text(`endpoint does not exist "${c.req.path}"`, 404));

  const tip = () => hostTip(ledger, fault());
  const views = (txs: readonly Tx[]) =>
    txs.map((tx) => applyHostFault(ledger, txView(ledger, tx), fault()));
  const historyOf = (address: string) =>
    fault() === "forgetful" ? { mempool: [], chain: [] } : ledger.history(scriptOfAddress(address));

  app.get("/address/:address", (c) => {
    const script = scriptOfAddress(c.req.param("address"));
    const history = ledger.history(script);
    return c.json({
      address: c.req.param("address"),
      chain_stats: statsView(ledger, script, history.chain),
      mempool_stats: statsView(ledger, script, history.mempool),
    });
  });
  app.get("/address/:address/txs", (c) => {
    const history = historyOf(c.req.param("address"));
    const unconfirmed = history.mempool.slice(0, MEMPOOL_LIMIT);
    return c.json(views([...unconfirmed, ...history.chain.slice(0, CHAIN_PAGE)]));
  });
  app.get("/address/:address/txs/mempool", (c) => {
    const history = ledger.history(scriptOfAddress(c.req.param("address")));
    return c.json(views(history.mempool.slice(0, MEMPOOL_LIMIT)));
  });
  app.get("/address/:address/txs/chain/:last?", (c) => {
    const txs = ledger.history(scriptOfAddress(c.req.param("address"))).chain;
    const last = c.req.param("last");
    if (last === undefined) return c.json(views(txs.slice(0, CHAIN_PAGE)));
    const seen = txs.findIndex(({ txid }) => txid === last);
    // As on the real server, nothing follows a transaction that is not in the list.
    return c.json(seen < 0 ? [] : views(txs.slice(seen + 1, seen + 1 + CHAIN_PAGE)));
  });
  app.get("/address/:address/utxo", (c) => {
    const coins = ledger.coins(scriptOfAddress(c.req.param("address")));
    return c.json(
      coins.map(({ txid, vout, value }) => {
        return { txid, vout, status: statusView(ledger, txid), value };
      }),
    );
  });

  app.post("/tx", async (c) => c.text(chain.broadcast((await c.req.text()).trim())));
  app.get("/tx/:txid", (c) => c.json(txView(ledger, findTx(c))));
  app.get("/tx/:txid/status", (c) => c.json(statusView(ledger, hashParam(c, "txid"))));
  app.get("/tx/:txid/hex", (c) => c.text(findTx(c).hex));
  app.get("/tx/:txid/raw", (c) =>
    c.body(new Uint8Array(Buffer.from(findTx(c).hex, "hex")), 200, {
      "content-type": "application/octet-stream",
    }),
  );
  app.get("/tx/:txid/outspend/:vout", (c) =>
    c.json(outspendView(ledger, hashParam(c, "txid"), numberParam(c, "vout"))),
  );
  app.get("/tx/:txid/outspends", (c) => {
    const tx = findTx(c);
    return c.json(tx.outputs.map((_, vout) => outspendView(ledger, tx.txid, vout)));
  });

  app.get("/block/:hash", (c) => {
    const { block, height } = findBlock(c);
    return c.json(blockView(ledger, block, height));
  });
  app.get("/block/:hash/status", (c) => {
    const height = ledger.heightOf(hashParam(c, "hash"));
    // As on the original, a block that was reorganised away is reported like an unknown one.
    if (height === undefined)
      return c.json({ in_best_chain: false, height: null, next_best: null });
    const next = ledger.blockAt(height + 1);
    return c.json({ in_best_chain: true, height, next_best: next?.hash ?? null });
  });
  app.get("/block/:hash/header", (c) => c.text(findBlock(c).block.header));
  app.get("/block/:hash/txids", (c) => c.json(findBlock(c).block.txids));
  app.get("/block-height/:height", (c) => {
    const block = ledger.blockAt(numberParam(c, "height"));
    if (block === undefined) throw new RequestError("Block not found", 404);
    return c.text(block.hash);
  });
  app.get("/blocks/tip/height", (c) => c.text(String(tip().height)));
  app.get("/blocks/tip/hash", (c) => c.text(tip().hash));
  app.get("/blocks/:start?", (c) => {
    const start = c.req.param("start") === undefined ? ledger.tip.height : numberParam(c, "start");
    const found = Array.from({ length: BLOCKS_LIMIT }, (_, i) => {
      const block = ledger.blockAt(start - i);
      return block === undefined ? [] : [blockView(ledger, block, start - i)];
    }).flat();
    if (found.length === 0) throw new RequestError("Block not found", 404);
    return c.json(found);
  });

  app.get("/mempool", (c) => c.json(mempoolView(ledger)));
  app.get("/mempool/txids", (c) => c.json(ledger.mempool().map(({ txid }) => txid)));
  app.get("/mempool/recent", (c) => {
    const newest = ledger.mempool().toReversed().slice(0, RECENT_LIMIT);
    return c.json(newest.map((tx) => recentView(ledger, tx)));
  });
  app.get("/fee-estimates", (c) =>
    c.json(Object.fromEntries(FEE_TARGETS.map((blocks) => [blocks, DEFAULT_FEE_RATE]))),
  );
  return app;

  function findTx(c: Context): Tx {
    const tx = ledger.tx(hashParam(c, "txid"));
    if (tx === undefined) throw new RequestError("Transaction not found", 404);
    return tx;
  }

  function findBlock(c: Context) {
    const height = ledger.heightOf(hashParam(c, "hash"));
    const block = height === undefined ? undefined : ledger.blockAt(height);
    if (height === undefined || block === undefined) throw new RequestError("Block not found", 404);
    return { block, height };
  }
}

function hashParam(c: Context, name: string): string {
  const hash = c.req.param(name) ?? "";
  if (!/^[0-9a-f]{64}$/i.test(hash)) throw new RequestError("Invalid hex string");
  return hash.toLowerCase();
}

function numberParam(c: Context, name: string): number {
  const text = c.req.param(name) ?? "";
  if (!/^\d{1,10}$/.test(text)) throw new RequestError("Invalid number");
  return Number(text);
}
