import { expect } from "vitest";
import type { Everything, OrderRow } from "./everything.ts";

/** Each order's history is one unbroken story, and each part of it was told by mail once. */
export function expectHistories(all: Everything): void {
  for (const order of all.orders) {
    expectStory(order, all);
    expectMails(order, all);
  }
  expectAudit(all);
}

function expectStory(order: OrderRow, all: Everything): void {
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

/** Every change begins where the one before ended, and is a change. */
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

/** The buyer and the administrator hear of everything once, and of nothing that did not happen. */
function expectMails(order: OrderRow, all: Everything): void {
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
  // "Paid" is told when it settles; "paid again" is no news.
  const settling = payments.findIndex((to) => to === "paid" || to === "overpaid");
  const told = payments.filter(
    (to, i) => to === "overpaid" || to === "review" || to === "reversed" || i === settling,
  );
  expect(count("admin-payment"), "one mail for each piece of news").toBe(told.length);
  const asks = all.decisions.filter(
    ({ kind, checkoutId }) => kind === "ask" && checkoutId === order.checkoutId,
  );
  const asked = all.mails.filter(
    ({ key, message }) =>
      message.template === "rest-to-pay" &&
      message.orderId === order.id &&
      key.startsWith("rest-to-pay:asked:"),
  );
  expect(asked.length, "one mail for each rest that was asked for").toBe(asks.length);
  expectPaymentNews(order, all);
}

/** The buyer hears of what the payment became: of each piece of news once, and of none that was not. */
function expectPaymentNews(order: OrderRow, { mails, events }: Everything): void {
  const mailed = mails.flatMap(({ message }) =>
    message.template === "order-payment" && message.orderId === order.id
      ? [`${message.status} ${message.receivedSats}`]
      : [],
  );
  expect(new Set(mailed).size, "no news twice").toBe(mailed.length);
  const became = events.filter(({ orderId, type }) => orderId === order.id && type === "payment");
  const happened = became.map(({ data }) => `${String(data.to)} ${String(data.receivedSats)}`);
  for (const news of mailed) expect(happened, "news that happened").toContain(news);
  const settling = became.findIndex(({ data }) => data.to === "paid" || data.to === "overpaid");
  became.forEach(({ data }, i) => {
    if (data.to === "review" || i === settling)
      expect(mailed, "every piece of news").toContain(happened[i]);
  });
}

/** What a person decided stands in the audit log. */
function expectAudit({ decisions, audit }: Everything): void {
  const logged = audit.filter(({ action }) => action.startsWith("payment."));
  expect(logged.length, "each decision is in the audit log").toBe(decisions.length);
}
