import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import type { Context } from "hono";
import { Refusal } from "../errors.ts";
import type { Bill } from "../till/bill.ts";
import type { Desk } from "../till/desk.ts";
import { StripeProblem } from "./errors.ts";
import { disputeOf, refundOf, sessionOf } from "./objects.ts";
import { readParams, refundParams, sessionParams } from "./params.ts";

const SMALLEST_CENTS = 50;
const LARGEST_CENTS = 99_999_999;
const HALF_AN_HOUR_MS = 30 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** The part of Stripe's API that the shop uses, to be mounted where the API begins. */
export function stripeRoutes({ till, replies, access }: Desk): Hono {
  const app = new Hono({ strict: false });

  app.use(async (c, next) => {
    c.header("request-id", `req_${randomBytes(7).toString("hex")}`);
    const key = /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1];
    if (key === access.stripe.secretKey) return next();
    // Stripe shows the two ends of a key that it does not know.
    const shown = key ? `: ${key.slice(0, 8)}****${key.slice(-4)}` : "";
    throw new StripeProblem(401, `Invalid API Key provided${shown}`);
  });
  app.onError((error, c) => {
    if (error instanceof StripeProblem) return c.json({ error: error.body }, error.status);
    if (!(error instanceof Refusal)) throw error;
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
        till.open("stripe", {
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
    const found = till.list().filter(({ service, money }) => {
      return service === "stripe" && (payment === undefined || money?.id === payment);
    });
    return c.json(
      listOf(
        c,
        found.map((bill) => sessionOf(bill)),
      ),
    );
  });

  app.get("/v1/checkout/sessions/:id", (c) => {
    const expand = [...new URL(c.req.url).searchParams]
      .filter(([name]) => name.startsWith("expand["))
      .map(([, value]) => value);
    return c.json(sessionOf(session(c.req.param("id")), expand));
  });

  app.post("/v1/checkout/sessions/:id/expire", (c) =>
    once(c, () => {
      const { id, state } = session(c.req.param("id") ?? "");
      if (state === "open") return sessionOf(till.expire(id));
      const told = state === "paid" ? "complete" : state;
      throw new StripeProblem(
        400,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${told}.`,
      );
    }),
  );

  app.post("/v1/refunds", (c) =>
    once(c, (body) => {
      const { payment_intent: id, amount } = readParams(body, refundParams);
      const paid = till.find(id);
      if (!paid?.money || paid.money.id !== id) throw missing("payment_intent", id);
      const { bill, refund } = till.refund(id, amount);
      return bill.money ? refundOf(bill.money, refund) : {};
    }),
  );

  app.get("/v1/refunds", (c) => {
    const { money } = till.find(c.req.query("payment_intent") ?? "") ?? {};
    const found = money?.refunds.toReversed().map((one) => refundOf(money, one)) ?? [];
    return c.json(listOf(c, found));
  });

  app.get("/v1/disputes", (c) => {
    const { money } = till.find(c.req.query("payment_intent") ?? "") ?? {};
    const found = money?.disputes.toReversed().map((one) => disputeOf(money, one)) ?? [];
    return c.json(listOf(c, found));
  });
  return app;

  function session(id: string): Bill {
    const bill = till.find(id);
    if (!bill || bill.service !== "stripe" || bill.id !== id) throw missing("checkout.session", id);
    return bill;
  }

  /** https://docs.stripe.com/api/idempotent_requests */
  async function once(c: Context, work: (body: string) => object): Promise<Response> {
    const body = await c.req.text();
    const key = c.req.header("idempotency-key");
    const answer = replies.once(key && `stripe ${key}`, `${c.req.path}\n${body}`, () => work(body));
    if (answer !== null) return c.body(answer, 200, { "content-type": "application/json" });
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

function listOf(c: Context, data: object[]): object {
  const limit = Number(c.req.query("limit") ?? 10);
  const url = c.req.path.replace(/^.*\/v1\//, "/v1/");
  return { object: "list", data: data.slice(0, limit), has_more: data.length > limit, url };
}

function expiry(asked: number | undefined): string {
  const now = Date.now();
  const at = asked === undefined ? now + DAY_MS : asked * 1000;
  if (at >= now + HALF_AN_HOUR_MS - 1000 && at <= now + DAY_MS) return new Date(at).toISOString();
  throw new StripeProblem(
    400,
    "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
    { param: "expires_at" },
  );
}
