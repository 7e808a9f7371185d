import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import type { Context } from "hono";
import { RequestError } from "../errors.ts";
import type { PaymentSession } from "../hosted-payments/session.ts";
import type { PaymentProviders } from "../hosted-payments/payment-providers.ts";
import { StripeProblem } from "./errors.ts";
import { disputeOf, refundOf, sessionOf } from "./objects.ts";
import { readParams, refundParams, sessionParams } from "./params.ts";

const SMALLEST_CENTS = 50;
const LARGEST_CENTS = 99_999_999;
const HALF_AN_HOUR_MS = 30 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Serves the part of Stripe's API that the shop uses. */
export function stripeRoutes({ sessions, idempotency, credentials }: PaymentProviders): Hono {
  const app = new Hono({ strict: false });

  app.use(async (c, next) => {
    c.header("request-id", `req_${randomBytes(7).toString("hex")}`);
    const key = /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1];
    if (key === credentials.stripe.secretKey) return next();
    // Stripe's message shows both ends of an unknown key.
    const shown = key ? `: ${key.slice(0, 8)}****${key.slice(-4)}` : "";
    throw new StripeProblem(401, `Invalid API Key provided${shown}`);
  });
  app.onError((error, c) => {
    if (error instanceof StripeProblem) return c.json({ error: error.body }, error.status);
    if (!(error instanceof RequestError)) throw error;
    const { message, status } = error;
    return c.json({ error: { type: "invalid_request_error", message } }, status);
  });
  app.notFound((c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path})`;
    return c.json({ error: { type: "invalid_request_error", message } }, 404);
  });

  app.post("/v1/checkout/sessions", (c) =>
    once(c, (body) => {
      const params = readParams(body, sessionParams);
      const { currency, unit_amount: cents, product_data } = params.line_items[0].price_data;
      if (cents < SMALLEST_CENTS || cents > LARGEST_CENTS) {
        const size = cents < SMALLEST_CENTS ? "small" : "large";
        const message = `The Checkout Session's total amount is too ${size}`;
        throw new StripeProblem(400, message, { code: `amount_too_${size}` });
      }
      return sessionOf(
        sessions.open("stripe", {
          cents,
          currency: currency.toUpperCase(),
          title: product_data.name,
          email: params.customer_email ?? "",
          checkoutId: params.client_reference_id ?? null,
          successUrl: params.success_url,
          cancelUrl: params.cancel_url,
          expiresAt: expiry(params.expires_at),
        }),
      );
    }),
  );

  app.get("/v1/checkout/sessions", (c) => {
    const payment = c.req.query("payment_intent");
    const found = sessions.list().filter(({ service, money }) => {
      return service === "stripe" && (payment === undefined || money?.id === payment);
    });
    return c.json(
      toList(
        c,
        found.map((session) => sessionOf(session)),
      ),
    );
  });

  app.get("/v1/checkout/sessions/:id", (c) => {
    const expand = [...new URL(c.req.url).searchParams]
      .filter(([name]) => name.startsWith("expand["))
      .map(([, value]) => value);
    return c.json(sessionOf(findSession(c.req.param("id")), expand));
  });

  app.post("/v1/checkout/sessions/:id/expire", (c) =>
    once(c, () => {
      const { id, state } = findSession(c.req.param("id") ?? "");
      if (state === "open") return sessionOf(sessions.expire(id));
      const status = state === "paid" ? "complete" : state;
      throw new StripeProblem(
        400,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${status}.`,
      );
    }),
  );

  app.post("/v1/refunds", (c) =>
    once(c, (body) => {
      const { payment_intent: id, amount } = readParams(body, refundParams);
      const paid = sessions.find(id);
      if (!paid?.money || paid.money.id !== id) throw missing("payment_intent", id);
      const { session, refund } = sessions.refund(id, amount);
      return session.money ? refundOf(session.money, refund) : {};
    }),
  );

  app.get("/v1/refunds", (c) => {
    const { money } = sessions.find(c.req.query("payment_intent") ?? "") ?? {};
    const found = money?.refunds.toReversed().map((one) => refundOf(money, one)) ?? [];
    return c.json(toList(c, found));
  });

  app.get("/v1/disputes", (c) => {
    const { money } = sessions.find(c.req.query("payment_intent") ?? "") ?? {};
    const found = money?.disputes.toReversed().map((one) => disputeOf(money, one)) ?? [];
    return c.json(toList(c, found));
  });
  return app;

  function findSession(id: string): PaymentSession {
    const session = sessions.find(id);
    if (!session || session.service !== "stripe" || session.id !== id)
      throw missing("checkout.session", id);
    return session;
  }

  /** https://docs.stripe.com/api/idempotent_requests */
  async function once(c: Context, work: (body: string) => object): Promise<Response> {
    const body = await c.req.text();
    const key = c.req.header("idempotency-key");
    const response = idempotency.once(key && `stripe ${key}`, `${c.req.path}\n${body}`, () =>
      work(body),
    );
    if (response !== null) return c.body(response, 200, { "content-type": "application/json" });
    throw new StripeProblem(
      400,
      "Keys for idempotent requests can only be used with the same parameters they were first used with.",
      { type: "idempotency_error" },
    );
  }
}

function missing(what: string, id: string): StripeProblem {
  return new StripeProblem(404, `No such ${what}: '${id}'`, { code: "resource_missing" });
}

function toList(c: Context, data: object[]): object {
  const limit = Number(c.req.query("limit") ?? 10);
  const url = c.req.path.replace(/^.*\/v1\//, "/v1/");
  return { object: "list", data: data.slice(0, limit), has_more: data.length > limit, url };
}

function expiry(requested: number | undefined): string {
  const now = Date.now();
  const at = requested === undefined ? now + DAY_MS : requested * 1000;
  if (at >= now + HALF_AN_HOUR_MS - 1000 && at <= now + DAY_MS) return new Date(at).toISOString();
  throw new StripeProblem(
    400,
    "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
    { param: "expires_at" },
  );
}
