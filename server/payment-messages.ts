import { type Context, Hono } from "hono";
import type { ShopServices } from "#app/context.ts";
import { messageByAddress } from "#shop/limits/limits.server.ts";
import { giveBack, takeOnce } from "#shop/limits/attempts.server.ts";
import { refreshPage } from "#shop/methods/hosted-pages.server.ts";
import type { AppEnv } from "./requests.ts";

/** The base path of incoming provider webhooks: `/webhooks/stripe`, `/webhooks/paypal`. */
export const PAYMENT_MESSAGES_PATH = "/webhooks";

/**
 * Receives webhooks of Stripe and PayPal. They are authenticated by their signature and only trigger a poll of the
 * payment, so duplicates, delays and reordering do no harm. Responds with 400 to an invalid signature, and with 503
 * while the provider is unreachable, so that it retries.
 */
export function paymentMessages({ db, providers, policy }: ShopServices): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.post("/:method", async (c) => {
    const provider = providers.find(({ method }) => method === c.req.param("method"));
    if (!provider) return c.notFound();
    const now = new Date();
    const from = c.get("clientAddress");
    // Verifying a signature may take a request to the provider.
    const wait = await takeOnce(db, messageByAddress, from, now);
    if (wait > 0) return c.text("Too many that are forged.", 429, { "retry-after": String(wait) });
    const message = await provider.readWebhook(await c.req.text(), c.req.raw.headers, now);
    const error = message.ok ? null : message.error;
    if (error === "not-genuine") return c.text("The signature does not fit.", 400);
    await giveBack(db, messageByAddress, from, now);
    if (error) return retryLater(c, provider.method, error.detail);
    // Events that the shop does not use are acknowledged.
    if (!message.ok || !message.value) return c.body(null, 204);
    const { reference } = message.value;
    const polled = await refreshPage(db, provider, reference, { policy, now });
    if (polled.ok || polled.error === "unknown-page") return c.body(null, 204);
    return retryLater(c, provider.method, polled.error.detail);
  });
  return app;
}

function retryLater(c: Context<AppEnv>, method: string, detail: string) {
  c.get("request").log(`provider webhook not processed method=${method}`, new Error(detail));
  return c.text("Try again later.", 503);
}
