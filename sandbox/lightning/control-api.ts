import { Hono } from "hono";
import { z } from "zod";
import { jsonBody } from "../http/input.ts";
import { type Invoice, statusOf } from "./invoices.ts";
import { LightningUnavailable } from "./ldk.ts";
import type { Lightning } from "./lightning.ts";
import type { TlsListeners } from "./tls/listeners.ts";

/** Serves the JSON routes under /sandbox/lightning: the buyer's wallet, and what is known of the merchant's node. */
export function lightningControlApi(lightning: Lightning, tls: TlsListeners): Hono {
  const app = new Hono({ strict: false });

  app.onError((error, c) => {
    if (error instanceof LightningUnavailable) return c.json({ error: error.message }, 503);
    throw error;
  });

  app.post("/lightning/pay", async (c) => {
    const schema = z.strictObject({ invoice: z.string(), msat: z.int().min(1).optional() });
    const { invoice, msat } = await jsonBody(c, schema);
    return c.json(await lightning.pay(invoice, msat));
  });
  app.get("/lightning/invoices", (c) => c.json(lightning.store.list().map(view)));
  app.get("/lightning/invoices/:hash", (c) => {
    const invoice = lightning.store.get(c.req.param("hash"));
    return invoice ? c.json(view(invoice)) : c.json({ error: "No such invoice" }, 404);
  });
  app.post("/lightning/invoices/:hash/cancel", (c) => {
    lightning.cancel(c.req.param("hash"));
    return c.body(null, 204);
  });
  app.post("/lightning/settlements", (c) => c.json({ settled: lightning.settleHeld() }));

  app.post("/lightning/tls", async (c) => c.json(await tls.open()));
  app.put("/lightning/certificates", async (c) => {
    const schema = z.strictObject({ written: z.boolean().default(true) });
    await tls.renew(await jsonBody(c, schema));
    return c.body(null, 204);
  });

  app.get("/lightning/requests", (c) => c.json(lightning.requests.list()));
  app.delete("/lightning/requests", (c) => {
    lightning.requests.clear();
    return c.body(null, 204);
  });
  app.get("/lightning/streams", (c) => c.json({ open: lightning.streams.count }));
  return app;
}

/** An invoice as the control API shows it: times in Unix milliseconds. */
function view(invoice: Invoice) {
  const { hash, bolt11, msat, memo, createdAt, expiresAt, settled } = invoice;
  return { hash, bolt11, msat, memo, createdAt, expiresAt, settled, status: statusOf(invoice) };
}
