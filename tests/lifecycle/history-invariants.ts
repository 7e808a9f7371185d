import { expect } from "vitest";
import type { PaymentState, OrderRow } from "./payment-state.ts";

/** The events of each order form a continuous history, and each of them was mailed once. */
export function expectHistories(all: PaymentState): void {
  for (const order of all.orders) {
    expectEventHistory(order, all);
    expectMails(order, all);
  }
  expectAudit(all);
}

function expectEventHistory(order: OrderRow, all: PaymentState): void {
  const events = all.events.filter(({ orderId }) => orderId === order.id);
  expect(events.filter(({ type }) => type === "placed")).toHaveLength(1);
  const payment = events.filter(({ type }) => type === "payment").map(({ data }) => data);
  const status = events.filter(({ type }) => type === "status").map(({ data }) => data);
  expectChain(payment, "pending", order.paymentStatus);
  expectChain(status, "pending", order.status);
  const settlements = status.filter(({ by }) => by === "payment");
  expect(settlements.length, "at most one settlement").toBeLessThanOrEqual(1);
  const settled = payment.some(({ to }) => to === "paid" || to === "overpaid");
  expect(order.settledAt !== null, "settled if it was ever paid").toBe(settled);
  const decisions = all.decisions.filter(({ checkoutId }) => checkoutId === order.checkoutId);
  expect(events.filter(({ type }) => type === "decision").length).toBeLessThanOrEqual(
    decisions.length,
  );
}

/** Each change starts from the state where the previous one ended. */
function expectChain(
  changes: readonly Record<string, unknown>[],
  first: string,
  last: string,
): void {
  let at: unknown = first;
  for (const { from, to } of changes) {
    expect(from, "one event for each change").toBe(at);
    expect(to).not.toBe(from);
    at = to;
  }
  expect(last, "the history ends where the order is").toBe(at);
}

/** Buyer and administrator receive one mail for each event, and none for events that did not happen. */
function expectMails(order: OrderRow, all: PaymentState): void {
  const count = (template: string) =>
    all.mails.filter(
      ({ message }) =>
        message.template === template && "orderId" in message && message.orderId === order.id,
    ).length;
  const events = all.events.filter(({ orderId }) => orderId === order.id);
  const became = (type: string, to: string) =>
    events.filter((event) => event.type === type && event.data.to === to).length;
  expect(count("order-placed"), "one mail to the buyer").toBe(1);
  expect(count("admin-order"), "one mail to the administrator").toBe(1);
  expect(count("order-completed")).toBe(became("status", "completed"));
  expect(count("order-failed")).toBe(became("status", "rejected"));
  const payments = events.filter(({ type }) => type === "payment").map(({ data }) => data.to);
  // "paid" is mailed when the order settles; becoming paid again is not mailed.
  const settling = payments.findIndex((to) => to === "paid" || to === "overpaid");
  const mailed = payments.filter(
    (to, i) => to === "overpaid" || to === "review" || to === "reversed" || i === settling,
  );
  expect(count("admin-payment"), "one mail for each status change").toBe(mailed.length);
  const topUps = all.decisions.filter(
    ({ kind, checkoutId }) => kind === "ask" && checkoutId === order.checkoutId,
  );
  const topUpMails = all.mails.filter(
    ({ key, message }) =>
      message.template === "rest-to-pay" &&
      message.orderId === order.id &&
      key.startsWith("rest-to-pay:asked:"),
  );
  expect(topUpMails.length, "one mail for each requested top-up").toBe(topUps.length);
  expectPaymentMails(order, all);
}

/** The buyer receives one mail for each payment status, and none for a status that did not occur. */
function expectPaymentMails(order: OrderRow, { mails, events }: PaymentState): void {
  const mailed = mails.flatMap(({ message }) =>
    message.template === "order-payment" && message.orderId === order.id
      ? [`${message.status} ${message.receivedSats}`]
      : [],
  );
  expect(new Set(mailed).size, "no mail twice").toBe(mailed.length);
  // The mail about the order says what had been received before it.
  const placed = mails.flatMap(({ message }) =>
    message.template === "order-placed" && message.orderId === order.id && message.seen
      ? [`${message.seen.status} ${message.seen.receivedSats}`]
      : [],
  );
  const told = [...placed, ...mailed];
  const became = events.filter(({ orderId, type }) => orderId === order.id && type === "payment");
  const happened = became.map(({ data }) => `${String(data.to)} ${String(data.receivedSats)}`);
  for (const mail of told) expect(happened, "the mailed status occurred").toContain(mail);
  const settling = became.findIndex(({ data }) => data.to === "paid" || data.to === "overpaid");
  became.forEach(({ data }, i) => {
    if (data.to === "review" || i === settling)
      expect(told, "every status is mailed").toContain(happened[i]);
  });
}

/** Every decision is in the audit log. */
function expectAudit({ decisions, audit }: PaymentState): void {
  const logged = audit.filter(({ action }) => action.startsWith("payment."));
  expect(logged.length, "each decision is in the audit log").toBe(decisions.length);
}
