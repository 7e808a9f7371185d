import { Hono } from "hono";
import type { Context } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import { RequestError } from "../errors.ts";
import { usdSchema } from "../http/api.ts";
import { noFaults } from "../http/faults.ts";
import { formBody } from "../http/input.ts";
import type { World } from "../world.ts";
import { count, noteBox, rows, sendPage } from "./layout.ts";
import type { Html } from "./layout.ts";
import { lightningState } from "./wallet-lightning.ts";

const API = [
  ["POST /sandbox/wallet/payments", '{ "address", "sats", "confirm"?: blocks } pays an address'],
  ["POST /sandbox/chain/blocks", '{ "count" } mines blocks'],
  ["POST /sandbox/chain/replacements", '{ "txid", "outputs"? } replaces an unconfirmed payment'],
  ["POST /sandbox/chain/evictions", '{ "txid" } removes one from the mempool'],
  ["POST /sandbox/chain/reorgs", '{ "depth", "readd" } replaces the newest blocks'],
  ["GET /sandbox/mail/messages", "all mail, newest first"],
  ["DELETE /sandbox/mail/messages", "empties the mailbox"],
  ["GET, PUT /sandbox/price", '{ "usd"? , "down"? } the price all sources quote'],
  [
    "GET, PUT /sandbox/faults",
    `{ ${Object.keys(noFaults())
      .map((name) => `"${name}"?`)
      .join(", ")} } breaks services`,
  ],
  ["GET /sandbox/hosted-payments/payments", "all payments at Stripe and PayPal, newest first"],
  [
    "POST /sandbox/hosted-payments/payments/<id>",
    '{ "act": "pay" | "settle" | "fail" | "expire" | "refund" | "dispute" | "win" | "lose" }; to pay "cents"?, "currency"?, "later"?, "declined"?; to refund "cents"?',
  ],
  ["GET /sandbox/hosted-payments/messages", "webhooks to the shop, newest first"],
  [
    "PUT /sandbox/hosted-payments/messages",
    '{ "held", "order"?: "reverse" } holds webhooks back, or releases them',
  ],
  ["POST /sandbox/hosted-payments/messages/again", '{ "count" } resends the newest webhooks'],
  ["GET /sandbox/delivery", "what the delivery adapter delivered, and the calls for each order"],
  ["PUT /sandbox/delivery/secret", '{ "secret" } has it check signatures'],
  ["POST /sandbox/delivery/adapter", "a delivery adapter"],
  ["/esplora/..., /esplora2/...", "the chain, as two hosts of Blockstream's Esplora serve it"],
  ["/core", "the chain, as Bitcoin Core's JSON-RPC"],
  ["/prices/<source>/...", "the price, in the form of each source"],
  ["/identity/google/...", "sign-in by OpenID Connect"],
  ["/identity/facebook/...", "sign-in by OAuth 2, with the Graph API's /me"],
  ["/stripe/v1/...", "Checkout Sessions, refunds and disputes"],
  ["/paypal/v1/..., /paypal/v2/...", "orders, captures, disputes, and signatures of webhooks"],
  [
    "POST /sandbox/lightning/pay",
    '{ "invoice", "msat"? } pays a Lightning invoice with the wallet of the sandbox',
  ],
  ["GET /sandbox/lightning/invoices", "all invoices of the shop's Lightning node, oldest first"],
  ["POST /sandbox/lightning/settlements", "settles the payments that a fault holds"],
  [
    "GET, DELETE /sandbox/lightning/requests",
    "the requests to the Lightning node, and whether their credential can pay",
  ],
  ["POST /sandbox/lightning/tls", "opens LND and clnrest over HTTPS; returns their addresses"],
  ["PUT /sandbox/lightning/certificates", '{ "written"?: false } renews their certificates'],
  [
    "/lightning/phoenixd, /lightning/lnd, /lightning/clnrest",
    "one Lightning node, as phoenixd, LND and Core Lightning",
  ],
] as const;

const formSchema = z.object({
  usd: z.coerce.number().pipe(usdSchema).optional(),
  sources: z.enum(["up", "down"]).optional(),
});

/** Serves the home page, with the price and the list of the API. */
export function homePage(world: World): Hono {
  const { chain, ticker, mailbox, paymentProviders, lightning, delivery, faults } = world;
  const app = new Hono();

  app.get("/", (c) => show(c));

  app.post("/price", async (c) => {
    try {
      const { usd, sources } = await formBody(c, formSchema);
      ticker.set({ usd, down: sources === "down" });
      return c.redirect("/sandbox#price", 303);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return show(c, noteBox("error", `The price was not changed. ${error.message}`), 400);
    }
  });
  return app;

  function show(c: Context, note: Html | "" = "", status: 200 | 400 = 200) {
    const { ledger } = chain;
    const links = [
      ["/sandbox/wallet", "Wallet", "pay an order, mine blocks"],
      ["/sandbox/mail", "Mailbox", count(mailbox.list().length, "message")],
      [
        "/sandbox/chain",
        "Chain overview",
        `height ${ledger.tip.height}, ${ledger.mempool().length} waiting`,
      ],
      [
        "/sandbox/hosted-payments",
        "Stripe and PayPal",
        `Stripe and PayPal: ${count(paymentProviders.sessions.list().length, "payment")}`,
      ],
      ["/sandbox/wallet#lightning", "Lightning", `Lightning: ${lightningState(lightning)}`],
      [
        "#delivery",
        "Delivery adapter",
        `Delivery adapter: ${count(delivery.list().deliveries.length, "order")} delivered`,
      ],
      ["#price", "Price", `$${dollars()}${ticker.price.down ? ", sources down" : ""}`],
      ["#api", "API list", "the same and more, for tests and scripts"],
    ].map(
      ([href, name, about]) =>
        html`<div class="row">
          <a href="${href}">${name}</a><span class="muted">${about}</span>
        </div>`,
    );
    const body = html`${note}${faultsNote()}
      <p class="muted">
        A Bitcoin network with Lightning, Stripe and PayPal, price sources and a mail server of its
        own, for trying out the shop.
      </p>
      <section class="card" aria-label="Places">${rows(links, "")}</section>
      <section class="card" aria-labelledby="price">
        <h2 id="price">Price</h2>
        ${priceForm()}
      </section>
      <section class="card" aria-labelledby="delivery">
        <h2 id="delivery">Delivery adapter</h2>
        <p>
          Not used until you enter its URL under Settings, Delivery: the address of the shop and
          <code>/sandbox/delivery/adapter</code>. The shop calls a program on its own machine only
          with <code>WEBHOOK_ALLOW_PRIVATE=1</code>. A username that begins with "nobody" is
          unknown.
        </p>
      </section>
      <section class="card" aria-labelledby="api">
        <h2 id="api">API list</h2>
        ${rows(
          API.map(
            ([route, about]) =>
              html`<code>${route}</code><br /><span class="small muted">${about}</span>`,
          ),
          "",
        )}
      </section>`;
    return sendPage(c, { title: "Sandbox", body, status });
  }

  function dollars(): string {
    return ticker.price.usd.toLocaleString("en-US", { minimumFractionDigits: 2 });
  }

  function priceForm(): Html {
    const { usd, down } = ticker.price;
    return html`<form method="post" action="/sandbox/price">
      <p>
        ${
          down
            ? "All price sources are down: they answer 503."
            : `All sources quote $${dollars()} for one bitcoin.`
        }
      </p>
      <div class="field short">
        <label for="usd">US dollars for one bitcoin</label>
        <input
          type="text"
          id="usd"
          name="usd"
          value="${usd.toFixed(2)}"
          inputmode="decimal"
          autocomplete="off"
          required
        />
      </div>
      <div class="buttons">
        <button class="main" name="sources" value="up">Set the price</button>
        <button name="sources" value="down">Take all sources down</button>
      </div>
    </form>`;
  }

  function faultsNote(): Html | "" {
    const none = Object.entries(noFaults());
    const active = Object.entries(faults).filter(
      ([name, fault]) => !none.some(([known, usual]) => known === name && usual === fault),
    );
    if (active.length === 0) return "";
    const named = active.map(([service, fault]) => `${service}: ${fault}`).join(", ");
    return noteBox("error", `Faults are switched on (${named}).`);
  }
}
