import { Hono } from "hono";
import type { Context } from "hono";
import { Refusal } from "../errors.ts";
import type { Bill, Money } from "../till/bill.ts";
import type { Desk } from "../till/desk.ts";
import { leftOf } from "../till/till.ts";
import { impossible, notFound, PaypalProblem } from "./errors.ts";
import { signature } from "./events.ts";
import { captureOf, disputeItemOf, disputeOf, orderOf, refundOf } from "./objects.ts";
import { centsOf, orderParams, readBody, refundParams, verificationParams } from "./params.ts";
import { Tokens } from "./tokens.ts";

/** How long a buyer has to approve an order. */
const APPROVAL_MS = 3 * 60 * 60_000;

/** The part of PayPal's API that the shop uses, to be mounted where the API begins. */
export function paypalRoutes({ till, replies, access }: Desk): Hono {
  const app = new Hono({ strict: false });
  const tokens = new Tokens(access.paypal);

  app.onError((error, c) => {
    if (error instanceof PaypalProblem) return c.json(error.body, error.status);
    if (!(error instanceof Refusal)) throw error;
    return c.json(impossible("INVALID_STATE", error.message).body, 422);
  });
  app.notFound((c) => c.json(notFound().body, 404));

  app.post("/v1/oauth2/token", async (c) => {
    const grant = new URLSearchParams(await c.req.text()).get("grant_type");
    const token = tokens.issue(c.req.header("authorization"));
    if (token && grant === "client_credentials") return c.json(token);
    const error = token ? "unsupported_grant_type" : "invalid_client";
    return c.json({ error, error_description: "Client Authentication failed" }, token ? 400 : 401);
  });

  app.use(async (c, next) => {
    if (tokens.allows(c.req.header("authorization"))) return next();
    const error_description = "The token passed in was not found in the system";
    return c.json({ error: "invalid_token", error_description }, 401);
  });

  app.post("/v2/checkout/orders", (c) =>
    once(c, 201, (body) => {
      const { purchase_units, payment_source } = readBody(body, orderParams);
      const [unit] = purchase_units;
      if (!unit) throw notFound();
      const { email_address, experience_context: context } = payment_source.paypal;
      return orderOf(
        till.open("paypal", {
          cents: centsOf(unit.amount),
          currency: unit.amount.currency_code,
          title: unit.description ?? "",
          email: email_address ?? "",
          checkoutId: unit.custom_id ?? null,
          successUrl: context.return_url,
          cancelUrl: context.cancel_url,
          expiresAt: new Date(Date.now() + APPROVAL_MS).toISOString(),
        }),
      );
    }),
  );

  app.get("/v2/checkout/orders/:id", (c) => c.json(orderOf(order(c.req.param("id")))));

  app.post("/v2/checkout/orders/:id/capture", (c) =>
    once(c, 201, () => {
      const { id, state } = order(c.req.param("id") ?? "");
      if (state === "paid") throw impossible("ORDER_ALREADY_CAPTURED", "Order already captured.");
      if (state !== "approved")
        throw impossible("ORDER_NOT_APPROVED", "Payer has not yet approved the Order for payment.");
      const collected = till.collect(id);
      if (collected) return orderOf(collected);
      throw impossible("INSTRUMENT_DECLINED", "The instrument presented was declined.");
    }),
  );

  app.get("/v2/payments/captures/:id", (c) => {
    const { bill, money } = capture(c.req.param("id"));
    return c.json(captureOf(bill, money));
  });

  app.post("/v2/payments/captures/:id/refund", (c) =>
    once(c, 201, (body) => {
      const { bill, money } = capture(c.req.param("id") ?? "");
      const { amount } = readBody(body, refundParams);
      const left = leftOf(money);
      if (left === 0)
        throw impossible("CAPTURE_FULLY_REFUNDED", "The capture has already been fully refunded.");
      if (amount && amount.currency_code !== money.currency)
        throw impossible(
          "REFUND_CAPTURE_CURRENCY_MISMATCH",
          "Refund must be in the same currency as the capture.",
        );
      if (amount && centsOf(amount) > left)
        throw impossible(
          "REFUND_AMOUNT_EXCEEDED",
          "The refund amount must be less than what is left.",
        );
      const { refund } = till.refund(bill.id, amount && centsOf(amount));
      return refundOf(bill, money, refund);
    }),
  );

  app.get("/v1/customer/disputes", (c) => {
    const found = till.find(c.req.query("disputed_transaction_id") ?? "");
    const money = found?.service === "paypal" ? found.money : null;
    const items = money?.disputes.map((one) => disputeItemOf(money, one)) ?? [];
    return c.json({ items, links: [] });
  });

  app.get("/v1/customer/disputes/:id", (c) => {
    for (const { service, money } of till.list()) {
      const dispute = money?.disputes.find(({ id }) => id === c.req.param("id"));
      if (service === "paypal" && money && dispute) return c.json(disputeOf(money, dispute));
    }
    throw notFound();
  });

  app.post("/v1/notifications/verify-webhook-signature", async (c) => {
    const text = await c.req.text();
    const sent = readBody(text, verificationParams);
    // The event as it stands in the request: a text that was read and written anew is another one.
    const event = /"webhook_event"\s*:\s*(\{[^]*\})\s*\}\s*$/.exec(text)?.[1] ?? "";
    const expected = signature(access.paypal, {
      id: sent.transmission_id,
      time: sent.transmission_time,
      webhookId: sent.webhook_id,
      body: event,
    });
    const isOurs = sent.webhook_id === access.paypal.webhookId;
    const genuine = isOurs && expected === sent.transmission_sig;
    return c.json({ verification_status: genuine ? "SUCCESS" : "FAILURE" });
  });
  return app;

  /** An order that ran out of time is none any more. */
  function order(id: string): Bill {
    const bill = till.find(id);
    if (bill?.service !== "paypal" || bill.id !== id || bill.state === "expired") throw notFound();
    return bill;
  }

  function capture(id: string): { bill: Bill; money: Money } {
    const bill = till.find(id);
    if (bill?.service !== "paypal" || bill.money?.id !== id) throw notFound();
    return { bill, money: bill.money };
  }

  /** https://developer.paypal.com/api/rest/reference/idempotency/ */
  async function once(c: Context, status: 201, work: (body: string) => object): Promise<Response> {
    const body = await c.req.text();
    const key = c.req.header("paypal-request-id");
    const asked = `${c.req.path}\n${body}`;
    const answer = replies.once(key && `paypal ${key}`, asked, () => work(body));
    if (answer !== null) return c.body(answer, status, { "content-type": "application/json" });
    throw impossible(
      "DUPLICATE_REQUEST_ID",
      "The value of PayPal-Request-Id header has already been used.",
    );
  }
}
