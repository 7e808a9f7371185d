import { RequestError } from "../errors.ts";
import type { Journal } from "../journal.ts";
import type {
  PaymentSession,
  SessionRequest,
  Dispute,
  Money,
  SessionEvent,
  Refund,
  Service,
  Sum,
  PaymentOptions,
} from "./session.ts";
import { paypalId, stripeId } from "./formats.ts";

/** Receives each event, to notify the shop. */
export type Listener = (session: PaymentSession, event: SessionEvent) => void;

/** All payment sessions of both providers, stored across restarts. */
export class PaymentSessions {
  readonly #journal: Journal<PaymentSession>;
  readonly #sessions = new Map<string, PaymentSession>();
  readonly #now: () => number;
  #listener: Listener = () => {};

  constructor(journal: Journal<PaymentSession>, now: () => number = Date.now) {
    this.#journal = journal;
    this.#now = now;
    for (const session of journal.past) this.#sessions.set(session.id, session);
  }

  listen(listener: Listener): void {
    this.#listener = listener;
  }

  /** All sessions, newest first. */
  list(): PaymentSession[] {
    return [...this.#sessions.keys()].toReversed().flatMap((id) => this.find(id) ?? []);
  }

  /** Finds a session by its id or that of its payment, and expires it first if its time is over. */
  find(id: string): PaymentSession | undefined {
    const session =
      this.#sessions.get(id) ?? [...this.#sessions.values()].find(({ money }) => money?.id === id);
    if (session?.state === "open" && this.#now() >= Date.parse(session.expiresAt))
      return this.#change(session, { state: "expired" }, { kind: "expired" });
    return session;
  }

  get(id: string): PaymentSession {
    const session = this.find(id);
    if (!session) throw new RequestError(`There is no payment "${id}"`, 404);
    return session;
  }

  open(service: Service, demand: SessionRequest): PaymentSession {
    const id = service === "stripe" ? stripeId("cs_test") : paypalId();
    const at = this.#moment();
    const fresh = { state: "open", approved: null, money: null } as const;
    const session = { ...demand, service, id, createdAt: at, updatedAt: at, ...fresh };
    this.#store(session);
    return session;
  }

  /** The buyer pays. With PayPal the shop then has to capture the payment. */
  pay(id: string, way: Partial<PaymentOptions> = {}): PaymentSession {
    const session = this.#inState(id, "open");
    const { cents, currency } = session;
    const approved = { cents, currency, later: false, declined: false, ...way };
    if (session.service === "stripe") return this.#receive(session, approved);
    return this.#change(session, { state: "approved", approved }, { kind: "approved" });
  }

  /** Captures an approved payment; returns false if it is declined and the buyer has to choose again. */
  capture(id: string): PaymentSession | false {
    const session = this.#inState(id, "approved");
    const { approved } = session;
    if (!approved) throw new Error(`${id} is approved without payment options`);
    if (!approved.declined) return this.#receive(session, approved);
    this.#change(session, { state: "open", approved: null });
    return false;
  }

  /** Ends a pending payment. */
  settle(id: string, succeeds: boolean): PaymentSession {
    const session = this.#inState(id, "paid");
    const money = moneyOf(session);
    if (money.state !== "pending") throw new RequestError("This payment is not pending");
    const state = succeeds ? "received" : "failed";
    const changed = { money: { ...money, state, at: this.#moment() } } as const;
    return this.#change(session, changed, { kind: succeeds ? "settled" : "failed" });
  }

  expire(id: string): PaymentSession {
    return this.#change(this.#inState(id, "open"), { state: "expired" }, { kind: "expired" });
  }

  /** Refunds part of the payment, or by default all that is not refunded yet. */
  refund(id: string, cents?: number): { session: PaymentSession; refund: Refund } {
    const session = this.get(id);
    const money = moneyOf(session);
    const sum = cents ?? refundableCents(money);
    if (money.state !== "received") throw new RequestError("There is no money to refund");
    if (sum < 1 || sum > refundableCents(money))
      throw new RequestError(`Only ${refundableCents(money)} cents are left of this payment`);
    const refund = {
      id: session.service === "stripe" ? stripeId("re") : paypalId(),
      cents: sum,
      at: this.#moment(),
      failed: false,
    };
    const refunds = [...money.refunds, refund];
    const changed = { money: { ...money, refunds } };
    return { session: this.#change(session, changed, { kind: "refunded", refund }), refund };
  }

  /** Fails the newest refund that has not failed yet. */
  failRefund(id: string): PaymentSession {
    const session = this.get(id);
    const money = moneyOf(session);
    const last = money.refunds.findLast(({ failed }) => !failed);
    if (!last) throw new RequestError("There is no refund that could fail");
    const refund = { ...last, failed: true };
    const refunds = money.refunds.map((one) => (one.id === last.id ? refund : one));
    return this.#change(
      session,
      { money: { ...money, refunds } },
      { kind: "refund-failed", refund },
    );
  }

  /** Opens a dispute, as the buyer or their bank does. */
  dispute(id: string): PaymentSession {
    const session = this.get(id);
    const money = moneyOf(session);
    if (money.state !== "received") throw new RequestError("There is no payment to dispute");
    if (openDispute(money)) throw new RequestError("There is an open dispute already");
    const dispute: Dispute = {
      id:
        session.service === "stripe"
          ? stripeId("du")
          : `PP-R-${paypalId().slice(0, 3)}-${Date.now()}`,
      state: "open",
      at: this.#moment(),
    };
    const changed = { money: { ...money, disputes: [...money.disputes, dispute] } };
    return this.#change(session, changed, { kind: "disputed", dispute });
  }

  /** Closes the dispute, won or lost by the shop. */
  resolve(id: string, state: "won" | "lost"): PaymentSession {
    const session = this.get(id);
    const money = moneyOf(session);
    const open = openDispute(money);
    if (!open) throw new RequestError("There is no open dispute");
    const dispute = { ...open, state, at: this.#moment() };
    const disputes = money.disputes.map((one) => (one.id === open.id ? dispute : one));
    return this.#change(session, { money: { ...money, disputes } }, { kind: "resolved", dispute });
  }

  #receive(
    session: PaymentSession,
    { cents, currency, later }: Sum & { later: boolean },
  ): PaymentSession {
    const money = {
      id: session.service === "stripe" ? stripeId("pi") : paypalId(),
      cents,
      currency,
      state: later ? ("pending" as const) : ("received" as const),
      at: this.#moment(),
      refunds: [],
      disputes: [],
    };
    return this.#change(session, { state: "paid", money }, { kind: later ? "pending" : "paid" });
  }

  #inState(id: string, state: PaymentSession["state"]): PaymentSession {
    const session = this.get(id);
    if (session.state !== state)
      throw new RequestError(`This payment is not ${state}: it is ${session.state}`);
    return session;
  }

  #change(
    session: PaymentSession,
    changed: Partial<PaymentSession>,
    event?: SessionEvent,
  ): PaymentSession {
    const next = { ...session, ...changed, updatedAt: this.#moment() };
    this.#store(next);
    if (event) this.#listener(next, event);
    return next;
  }

  #store(session: PaymentSession): void {
    this.#journal.append(session);
    this.#sessions.set(session.id, session);
  }

  #moment(): string {
    return new Date(this.#now()).toISOString();
  }
}

/** Returns the cents of a payment that are not refunded yet. */
export function refundableCents(money: Money): number {
  return money.cents - refundedCents(money);
}

/** Returns the sum of the refunds that did not fail. */
export function refundedCents({ refunds }: Money): number {
  return refunds.reduce((sum, { cents, failed }) => (failed ? sum : sum + cents), 0);
}

export function openDispute({ disputes }: Money): Dispute | undefined {
  return disputes.find(({ state }) => state === "open");
}

function moneyOf({ money }: PaymentSession): Money {
  if (!money) throw new RequestError("This session is not paid");
  return money;
}
