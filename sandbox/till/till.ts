import { Refusal } from "../errors.ts";
import type { Journal } from "../journal.ts";
import type { Bill, Demand, Dispute, Money, News, Refund, Service, Sum, WayToPay } from "./bill.ts";
import { paypalId, stripeId } from "./ids.ts";

/** Hears what happens, to tell the shop. */
export type Listener = (bill: Bill, news: News) => void;

/** Everything that is to be paid, or was, at both services, kept across restarts. */
export class Till {
  readonly #journal: Journal<Bill>;
  readonly #bills = new Map<string, Bill>();
  readonly #now: () => number;
  #listener: Listener = () => {};

  constructor(journal: Journal<Bill>, now: () => number = Date.now) {
    this.#journal = journal;
    this.#now = now;
    for (const bill of journal.past) this.#bills.set(bill.id, bill);
  }

  listen(listener: Listener): void {
    this.#listener = listener;
  }

  /** All bills, newest first. */
  list(): Bill[] {
    return [...this.#bills.keys()].toReversed().flatMap((id) => this.find(id) ?? []);
  }

  /** A bill by its id, or by that of its payment. What ran out of time has expired by then. */
  find(id: string): Bill | undefined {
    const bill =
      this.#bills.get(id) ?? [...this.#bills.values()].find(({ money }) => money?.id === id);
    if (bill?.state === "open" && this.#now() >= Date.parse(bill.expiresAt))
      return this.#change(bill, { state: "expired" }, { kind: "expired" });
    return bill;
  }

  get(id: string): Bill {
    const bill = this.find(id);
    if (!bill) throw new Refusal(`There is no payment "${id}"`, 404);
    return bill;
  }

  open(service: Service, demand: Demand): Bill {
    const id = service === "stripe" ? stripeId("cs_test") : paypalId();
    const at = this.#moment();
    const fresh = { state: "open", approved: null, money: null } as const;
    const bill = { ...demand, service, id, createdAt: at, updatedAt: at, ...fresh };
    this.#keep(bill);
    return bill;
  }

  /** The buyer pays. At PayPal the shop then has to collect it. */
  pay(id: string, way: Partial<WayToPay> = {}): Bill {
    const bill = this.#inState(id, "open");
    const { cents, currency } = bill;
    const approved = { cents, currency, later: false, declined: false, ...way };
    if (bill.service === "stripe") return this.#receive(bill, approved);
    return this.#change(bill, { state: "approved", approved }, { kind: "approved" });
  }

  /** The shop collects what the buyer approved; false when it is declined, and the buyer has to choose anew. */
  collect(id: string): Bill | false {
    const bill = this.#inState(id, "approved");
    const { approved } = bill;
    if (!approved) throw new Error(`${id} is approved without a way to pay`);
    if (!approved.declined) return this.#receive(bill, approved);
    this.#change(bill, { state: "open", approved: null });
    return false;
  }

  /** What takes days comes, or does not. */
  settle(id: string, comes: boolean): Bill {
    const bill = this.#inState(id, "paid");
    const money = moneyOf(bill);
    if (money.state !== "pending") throw new Refusal("This payment is not on its way");
    const state = comes ? "received" : "failed";
    const changed = { money: { ...money, state, at: this.#moment() } } as const;
    return this.#change(bill, changed, { kind: comes ? "settled" : "failed" });
  }

  expire(id: string): Bill {
    return this.#change(this.#inState(id, "open"), { state: "expired" }, { kind: "expired" });
  }

  /** Sends back part of the money, or all that is left of it. */
  refund(id: string, cents?: number): { bill: Bill; refund: Refund } {
    const bill = this.get(id);
    const money = moneyOf(bill);
    const sum = cents ?? leftOf(money);
    if (money.state !== "received") throw new Refusal("There is no money to send back");
    if (sum < 1 || sum > leftOf(money))
      throw new Refusal(`Only ${leftOf(money)} cents are left of this payment`);
    const refund = {
      id: bill.service === "stripe" ? stripeId("re") : paypalId(),
      cents: sum,
      at: this.#moment(),
      failed: false,
    };
    const refunds = [...money.refunds, refund];
    const changed = { money: { ...money, refunds } };
    return { bill: this.#change(bill, changed, { kind: "refunded", refund }), refund };
  }

  /** What was sent back does not reach the buyer: the newest of it that has not failed yet. */
  failRefund(id: string): Bill {
    const bill = this.get(id);
    const money = moneyOf(bill);
    const last = money.refunds.findLast(({ failed }) => !failed);
    if (!last) throw new Refusal("Nothing was sent back that could fail");
    const refund = { ...last, failed: true };
    const refunds = money.refunds.map((one) => (one.id === last.id ? refund : one));
    return this.#change(bill, { money: { ...money, refunds } }, { kind: "refund-failed", refund });
  }

  /** The buyer's bank, or the buyer at PayPal, objects. */
  dispute(id: string): Bill {
    const bill = this.get(id);
    const money = moneyOf(bill);
    if (money.state !== "received") throw new Refusal("There is no money to object to");
    if (openDispute(money)) throw new Refusal("There is an open dispute already");
    const dispute: Dispute = {
      id:
        bill.service === "stripe" ? stripeId("du") : `PP-R-${paypalId().slice(0, 3)}-${Date.now()}`,
      state: "open",
      at: this.#moment(),
    };
    const changed = { money: { ...money, disputes: [...money.disputes, dispute] } };
    return this.#change(bill, changed, { kind: "disputed", dispute });
  }

  /** The dispute ends: won is what the shop keeps its money in. */
  resolve(id: string, state: "won" | "lost"): Bill {
    const bill = this.get(id);
    const money = moneyOf(bill);
    const open = openDispute(money);
    if (!open) throw new Refusal("There is no open dispute");
    const dispute = { ...open, state, at: this.#moment() };
    const disputes = money.disputes.map((one) => (one.id === open.id ? dispute : one));
    return this.#change(bill, { money: { ...money, disputes } }, { kind: "resolved", dispute });
  }

  #receive(bill: Bill, { cents, currency, later }: Sum & { later: boolean }): Bill {
    const money = {
      id: bill.service === "stripe" ? stripeId("pi") : paypalId(),
      cents,
      currency,
      state: later ? ("pending" as const) : ("received" as const),
      at: this.#moment(),
      refunds: [],
      disputes: [],
    };
    return this.#change(bill, { state: "paid", money }, { kind: later ? "pending" : "paid" });
  }

  #inState(id: string, state: Bill["state"]): Bill {
    const bill = this.get(id);
    if (bill.state !== state)
      throw new Refusal(`This payment is not ${state}: it is ${bill.state}`);
    return bill;
  }

  #change(bill: Bill, changed: Partial<Bill>, news?: News): Bill {
    const next = { ...bill, ...changed, updatedAt: this.#moment() };
    this.#keep(next);
    if (news) this.#listener(next, news);
    return next;
  }

  #keep(bill: Bill): void {
    this.#journal.append(bill);
    this.#bills.set(bill.id, bill);
  }

  #moment(): string {
    return new Date(this.#now()).toISOString();
  }
}

/** What of a payment has not been sent back. */
export function leftOf(money: Money): number {
  return money.cents - refundedOf(money);
}

/** What of it was sent back and did not fail. */
export function refundedOf({ refunds }: Money): number {
  return refunds.reduce((sum, { cents, failed }) => (failed ? sum : sum + cents), 0);
}

export function openDispute({ disputes }: Money): Dispute | undefined {
  return disputes.find(({ state }) => state === "open");
}

function moneyOf({ money }: Bill): Money {
  if (!money) throw new Refusal("Nothing was paid here");
  return money;
}
