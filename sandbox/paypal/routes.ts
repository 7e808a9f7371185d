import { Hono } from "hono";
import type { Context } from "hono";
import { RequestError } from "../errors.ts";
import type { PaymentSession, Money } from "../hosted-payments/session.ts";
import type { PaymentProviders } from "../hosted-payments/payment-providers.ts";
import { refundableCents } from "../hosted-payments/payment-sessions.ts";
import { unprocessable, notFound, PaypalProblem } from "./errors.ts";
import { signature } from "./events.ts";
import { captureOf, disputeItemOf, disputeOf, orderOf, refundOf } from "./objects.ts";
import { centsOf, orderParams, readBody, refundParams, verificationParams } from "./params.ts";
import { Tokens } from "./tokens.ts";

/** How long a buyer has to approve an order. */
const APPROVAL_MS = 3 * 60 * 60_000;

/** Serves the part of PayPal's API that the shop uses. */
export function paypalRoutes({ sessions, idempotency, credentials }: PaymentProviders): Hono {
  const app = new Hono({ strict: false });
  const tokens = new Tokens(credentials.paypal);

  app.onError((error, c) => {
    if (error instanceof PaypalProblem) return c.json(error.body, error.status);
    if (!(error instanceof RequestError)) throw error;
    return c.json(unprocessable("INVALID_STATE", error.message).body, 422);
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
        sessions.open("paypal", {
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
      if (state === "paid")
        throw unprocessable("ORDER_ALREADY_CAPTURED", "Order already captured.");
      if (state !== "approved")
        throw unprocessable(
          "ORDER_NOT_APPROVED",
          "Payer has not yet approved the Order for payment.",
        );
      const captured = sessions.capture(id);
      if (captured) return orderOf(captured);
      throw unprocessable("INSTRUMENT_DECLINED", "The instrument presented was declined.");
    }),
  );

  app.get("/v2/payments/captures/:id", (c) => {
    const { session, money } = capture(c.req.param("id"));
    return c.json(captureOf(session, money));
  });

  app.post("/v2/payments/captures/:id/refund", (c) =>
    once(c, 201, (body) => {
      const { session, money } = capture(c.req.param("id") ?? "");
      const { amount } = readBody(body, refundParams);
      const remaining = refundableCents(money);
      if (remaining === 0)
        throw unprocessable(
          "CAPTURE_FULLY_REFUNDED",
          "The capture has already been fully refunded.",
        );
      if (amount && amount.currency_code !== money.currency)
        throw unprocessable(
          "REFUND_CAPTURE_CURRENCY_MISMATCH",
          "Refund must be in the same currency as the capture.",
        );
      if (amount && centsOf(amount) > remaining)
        throw unprocessable(
          "REFUND_AMOUNT_EXCEEDED",
          "The refund amount must be less than what is left.",
        );
      const { refund } = sessions.refund(session.id, amount && centsOf(amount));
      return refundOf(session, money, refund);
    }),
  );

  app.get("/v1/customer/disputes", (c) => {
    const found = sessions.find(c.req.query("disputed_transaction_id") ?? "");
    const money = found?.service === "paypal" ? found.money : null;
    const items = money?.disputes.map((one) => disputeItemOf(money, one)) ?? [];
    return c.json({ items, links: [] });
  });

  app.get("/v1/customer/disputes/:id", (c) => {
    for (const { service, money } of sessions.list()) {
      const dispute = money?.disputes.find(({ id }) => id === c.req.param("id"));
      if (service === "paypal" && money && dispute) return c.json(disputeOf(money, dispute));
    }
    throw notFound();
  });

  app.post("/v1/notifications/verify-webhook-signature", async (c) => {
    const text = await c.req.text();
    const sent = readBody(text, verificationParams);
    // The event as sent: a re-serialized event would have another checksum.
    const event = /"webhook_event"\s*:\s*(\{[^]*\})\s*\}\s*$/.exec(text)?.[1] ?? "";
    const expected = signature(credentials.paypal, {
      id: sent.transmission_id,
      time: sent.transmission_time,
      webhookId: sent.webhook_id,
      body: event,
    });
    const isOurs = sent.webhook_id === credentials.paypal.webhookId;
    const genuine = isOurs && expected === sent.transmission_sig;
    return c.json({ verification_status: genuine ? "SUCCESS" : "FAILURE" });
  });
  return app;

  /** Finds an order; expired orders no longer exist. */
  function order(id: string): PaymentSession {
    const session = sessions.find(id);
    if (session?.service !== "paypal" || session.id !== id || session.state === "expired")
      throw notFound();
    return session;
  }

  function capture(id: string): { session: PaymentSession; money: Money } {
    const session = sessions.find(id);
    if (session?.service !== "paypal" || session.money?.id !== id) throw notFound();
    return { session, money: session.money };
  }

  /** https://developer.paypal.com/api/rest/reference/idempotency/ */
  async function once(c: Context, status: 201, work: (body: string) => object): Promise<Response> {
    const body = await c.req.text();
    const key = c.req.header("paypal-request-id");
    const request = `${c.req.path}\n${body}`;
    const response = idempotency.once(key && `paypal ${key}`, request, () => work(body));
    if (response !== null) return c.body(response, status, { "content-type": "application/json" });
    throw unprocessable(
      "DUPLICATE_REQUEST_ID",
      "The value of PayPal-Request-Id header has already been used.",
    );
  }
}
