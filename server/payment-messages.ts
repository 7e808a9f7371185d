import { type Context, Hono } from "hono";
import type { ShopServices } from "#app/context.ts";
import { countAttempt, messageByAddress, secondsBlocked } from "#shop/limits/limits.server.ts";
import { askAboutPage } from "#shop/methods/hosted-pages.server.ts";
import type { AppEnv } from "./requests.ts";

/** Where services that take payments send their messages, each below its name. */
export const PAYMENT_MESSAGES_PATH = "/webhooks";

/**
 * Messages of Stripe and PayPal. Their own signature is all that counts; what they say is not believed but asked
 * for, so that one which comes twice, late or in another order changes nothing. Answers 400 to what is not genuine,
 * and 503 while the service cannot be asked, so that it sends the message again.
 */
export function paymentMessages({ db, providers, policy }: ShopServices): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.post("/:method", async (c) => {
    const provider = providers.find(({ method }) => method === c.req.param("method"));
    if (!provider) return c.notFound();
    const now = new Date();
    const from = c.get("clientAddress");
    // To find out that one is forged can cost a question to the service.
    const wait = await secondsBlocked(db, messageByAddress, from, now);
    if (wait > 0) return c.text("Too many that are forged.", 429, { "retry-after": String(wait) });
    const message = await provider.readMessage(await c.req.text(), c.req.raw.headers, now);
    if (!message.ok) {
      if (message.error === "not-genuine") {
        await countAttempt(db, messageByAddress, from, now);
        return c.text("The signature does not fit.", 400);
      }
      return cannotAsk(c, provider.method, message.error.detail);
    }
    // Of no concern here, which is no mistake of the sender.
    if (!message.value) return c.body(null, 204);
    const { reference } = message.value;
    const asked = await askAboutPage(db, provider, reference, { policy, now });
    if (asked.ok || asked.error === "unknown-page") return c.body(null, 204);
    return cannotAsk(c, provider.method, asked.error.detail);
  });
  return app;
}

function cannotAsk(c: Context<AppEnv>, method: string, detail: string) {
  c.get("request").log(`a message of ${method} could not be followed up`, new Error(detail));
  return c.text("Try again later.", 503);
}
