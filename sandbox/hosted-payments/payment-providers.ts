import { join } from "node:path";
import { openJournal } from "../journal.ts";
import { paypalEvents, paypalSign } from "../paypal/events.ts";
import { stripeEvents, stripeSign } from "../stripe/events.ts";
import { generateCredentials, type ProviderCredentials } from "./credentials.ts";
import { paymentSessionSchema } from "./session.ts";
import { messageRecord, WebhookSender } from "./webhook-sender.ts";
import { IdempotencyStore, idempotencyRecord } from "./idempotency.ts";
import { PaymentSessions } from "./payment-sessions.ts";

/** The state that the stand-ins for Stripe and PayPal share. */
export type PaymentProviders = {
  sessions: PaymentSessions;
  webhooks: WebhookSender;
  idempotency: IdempotencyStore;
  credentials: ProviderCredentials;
};

/** Opens the state stored in `dir`. From then on each session event is sent to the shop as a webhook. */
export function openPaymentProviders(dir: string): PaymentProviders {
  const credentials = generateCredentials();
  const sessions = new PaymentSessions(
    openJournal(join(dir, "payment-sessions.jsonl"), paymentSessionSchema),
  );
  const webhooks = new WebhookSender(openJournal(join(dir, "webhooks.jsonl"), messageRecord), {
    stripe: stripeSign(credentials.stripe.webhookSecret),
    paypal: paypalSign(credentials.paypal),
  });
  const formatters = { stripe: stripeEvents, paypal: paypalEvents };
  sessions.listen((session, event) => {
    for (const { id, body } of formatters[session.service](session, event))
      webhooks.send(session.service, id, body);
  });
  return {
    sessions,
    webhooks,
    idempotency: new IdempotencyStore(
      openJournal(join(dir, "idempotency-keys.jsonl"), idempotencyRecord),
    ),
    credentials,
  };
}
