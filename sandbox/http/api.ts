import { Hono } from "hono";
import { z } from "zod";
import { MAX_SATS } from "../chain/tx.ts";
import type { World } from "../world.ts";
import { faultsSchema } from "./faults.ts";
import { jsonBody } from "./input.ts";

const MAX_BLOCKS = 1000;

const satsSchema = z.int().min(1).max(MAX_SATS);
const outputSchema = z.object({ address: z.string(), sats: satsSchema });
const outputsSchema = outputSchema.array().min(1).max(500);
const confirmSchema = z.int().min(0).max(MAX_BLOCKS).default(0);
const txidSchema = z.string().regex(/^[0-9a-f]{64}$/, "must be a transaction id (64 hex digits)");

const paymentSchema = z
  .strictObject({
    ...outputSchema.partial().shape,
    outputs: outputsSchema.optional(),
    confirm: confirmSchema,
    feeRate: z.number().min(0).max(10_000).optional(),
  })
  .transform(({ address, sats, outputs, confirm, feeRate }, context) => {
    const isOne = address !== undefined && sats !== undefined;
    if (isOne && outputs === undefined) {
      return { outputs: [{ address, sats }], confirm, feeRate };
    }
    if (outputs !== undefined && address === undefined && sats === undefined) {
      return { outputs, confirm, feeRate };
    }
    context.addIssue("give either address and sats, or outputs: [{ address, sats }]");
    return z.NEVER;
  });

/** US dollars to the cent. */
export const usdSchema = z
  .number()
  .min(0.01)
  .max(1e9)
  .refine((usd) => Math.abs(usd * 100 - Math.round(usd * 100)) < 1e-4, "at most 2 decimals");

/** The JSON routes under /sandbox: invalid input is answered with 400 { "error": "..." }. */
export function apiRoutes({ chain, ticker, mailbox, faults, lightning }: World): Hono {
  const app = new Hono();
  const tip = () => ({ height: chain.ledger.tip.height, hash: chain.ledger.tip.hash });

  app.post("/wallet/payments", async (c) => {
    const { outputs, confirm, feeRate } = await jsonBody(c, paymentSchema);
    const txid = chain.pay(outputs, feeRate);
    chain.mine(confirm);
    return c.json({ txid });
  });

  app.post("/chain/blocks", async (c) => {
    const schema = z.strictObject({ count: z.int().min(1).max(MAX_BLOCKS) });
    chain.mine((await jsonBody(c, schema)).count);
    return c.json(tip());
  });
  app.post("/chain/replacements", async (c) => {
    const schema = z.strictObject({ txid: txidSchema, outputs: outputsSchema.optional() });
    const { txid, outputs } = await jsonBody(c, schema);
    return c.json({ txid: chain.replace(txid, outputs) });
  });
  app.post("/chain/evictions", async (c) => {
    const { txid } = await jsonBody(c, z.strictObject({ txid: txidSchema }));
    return c.json({ evicted: chain.evict(txid) });
  });
  app.post("/chain/reorgs", async (c) => {
    const schema = z.strictObject({ depth: z.int().min(1).max(100), readd: z.boolean() });
    const { depth, readd } = await jsonBody(c, schema);
    chain.reorg(depth, readd);
    return c.json(tip());
  });

  app.get("/mail/messages", (c) => c.json(mailbox.list()));
  app.delete("/mail/messages", (c) => {
    mailbox.clear();
    return c.body(null, 204);
  });

  app.get("/price", (c) => c.json(ticker.price));
  app.put("/price", async (c) => {
    const schema = z
      .strictObject({ usd: usdSchema.optional(), down: z.boolean().optional() })
      .refine(({ usd, down }) => usd !== undefined || down !== undefined, "give usd or down");
    return c.json(ticker.set(await jsonBody(c, schema)));
  });

  app.get("/faults", (c) => c.json(faults));
  app.put("/faults", async (c) => {
    // Omitted faults are unchanged.
    Object.assign(faults, await jsonBody(c, faultsSchema.partial()));
    lightning.applyFaults();
    return c.json(faults);
  });
  return app;
}
