import { Hono } from "hono";
import { z } from "zod";
import { jsonBody } from "../http/input.ts";
import { paymentActionSchema, applyAction } from "./actions.ts";
import type { PaymentProviders } from "./payment-providers.ts";

/** Serves the JSON routes under /sandbox: the same as the control page, and the URL of the shop. */
export function controlApi({ sessions, webhooks }: PaymentProviders): Hono {
  const app = new Hono({ strict: false });

  app.get("/hosted-payments/payments", (c) => c.json(sessions.list()));
  app.get("/hosted-payments/payments/:id", (c) => c.json(sessions.get(c.req.param("id"))));
  app.post("/hosted-payments/payments/:id", async (c) =>
    c.json(applyAction(sessions, c.req.param("id"), await jsonBody(c, paymentActionSchema))),
  );

  app.get("/hosted-payments/messages", (c) =>
    c.json({ held: webhooks.isHolding, shop: webhooks.shopUrl, messages: webhooks.list() }),
  );
  app.put("/hosted-payments/messages", async (c) => {
    const schema = z.strictObject({
      held: z.boolean(),
      order: z.enum(["as-sent", "reverse"]).default("as-sent"),
    });
    const { held, order } = await jsonBody(c, schema);
    if (held) webhooks.hold();
    else await webhooks.release(order);
    return c.json({ held: webhooks.isHolding });
  });
  app.post("/hosted-payments/messages/again", async (c) => {
    const schema = z.strictObject({ count: z.int().min(1).max(100) });
    const { count } = await jsonBody(c, schema);
    await webhooks.resend(count);
    return c.json({ count });
  });

  app.put("/hosted-payments/shop", async (c) => {
    const { url } = await jsonBody(c, z.strictObject({ url: z.url({ protocol: /^https?$/ }) }));
    webhooks.setShopUrl(url);
    return c.body(null, 204);
  });
  return app;
}
