import fc from "fast-check";
import { expect, test } from "vitest";
import { isSettled } from "#shop/orders/payment-status.ts";
import { TIME_LIMIT_MS, fastCheckOptions } from "../../../tests/lifecycle/run-scenario.ts";
import { expectedStatus } from "../../../tests/lifecycle/reference-model.ts";
import { type OrderState, reviewReason } from "../review/review.ts";
import { assess } from "./assess.ts";
import {
  type Assessment,
  type DecisionFact,
  type DecisionKind,
  defaultPaymentPolicy,
  isLive,
  newestQuote,
  type OutputFact,
  type PaymentPolicy,
  type QuoteFact,
  activeDecisions,
  type InvoiceFact,
} from "./payment.ts";

const start = Date.parse("2026-11-20T08:00:00Z");
const HOUR = 3600;
const RATE_CENTS = 10_000_000;

const which = fc.nat({ max: 5 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant("pay" as const),
      percent: fc.constantFrom(1, 10, 49, 50, 98, 99, 100, 101, 102, 200),
      more: fc.integer({ min: -1, max: 1 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant("mine" as const), count: fc.constantFrom(1, 1, 2, 6) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("reorg" as const),
      depth: fc.integer({ min: 1, max: 6 }),
      state: fc.constantFrom("mempool" as const, "reorged" as const),
    }),
  },
  fc.record({ act: fc.constant("drop" as const), which }),
  { weight: 2, arbitrary: fc.record({ act: fc.constant("invoice" as const) }) },
  fc.record({
    act: fc.constant("settle" as const),
    which,
    /** How much of its amount the node says was sent: phoenixd takes the cost of a channel off. */
    percent: fc.constantFrom(-5, 0, 90, 100, 100, 100, 200),
  }),
  { weight: 2, arbitrary: fc.record({ act: fc.constant("bump" as const), which }) },
  fc.record({ act: fc.constant("come back" as const), which }),
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant("wait" as const),
      seconds: fc.constantFrom(1, 59, HOUR - 1, HOUR, HOUR + 1, 2 * HOUR, 30 * HOUR),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("quote" as const),
      percent: fc.constantFrom(50, 99, 100, 101, 200),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("decide" as const),
      kind: fc.constantFrom<DecisionKind>("accept", "ask", "refund", "undo"),
      which,
    }),
  },
  fc.record({
    act: fc.constant("order" as const),
    status: fc.constantFrom("pending" as const, "rejected" as const),
    deleted: fc.boolean(),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const policies = fc.record({
  confirmations: fc.record({
    thresholdCents: fc.constant(10_000),
    below: fc.integer({ min: 0, max: 2 }),
    from: fc.integer({ min: 1, max: 6 }),
  }),
  tolerancePercent: fc.constantFrom(0, 1, 1, 5),
  lateGraceSeconds: fc.constantFrom(0, HOUR, HOUR),
});

/** The facts of one payment, changed by hand: without a database thousands of stories take seconds. */
class Story {
  now = start;
  tip = 100;
  settledAt: Date | null = null;
  quotes: QuoteFact[] = [];
  outputs: OutputFact[] = [];
  invoices: (InvoiceFact & { quote: QuoteFact })[] = [];
  /** When the buyer paid, by the coin that was spent: a fee bump is no other payment. */
  readonly paidAt = new Map<string, Date>();
  decisions: DecisionFact[] = [];
  status: "pending" | "rejected" = "pending";
  deletedAt: Date | null = null;
  readonly priceCents: number;
  readonly policy: PaymentPolicy;

  constructor(priceCents: number, policy: PaymentPolicy) {
    this.priceCents = priceCents;
    this.policy = policy;
    this.hold(priceCents * 10, 1, null);
  }

  take(step: Step): void {
    if (step.act === "pay") this.pay(step.percent, step.more);
    else if (step.act === "mine") {
      this.change("mempool", { state: "confirmed", blockHeight: this.tip + 1 });
      this.tip += step.count;
    } else if (step.act === "reorg") {
      for (const output of this.outputs)
        if ((output.blockHeight ?? 0) > this.tip - step.depth)
          Object.assign(output, { state: step.state, blockHeight: null });
      this.tip += 1;
    } else if (step.act === "drop") this.change("mempool", { state: "dropped" }, step.which);
    else if (step.act === "invoice") this.invoice();
    else if (step.act === "settle") this.settle(step.which, step.percent);
    else if (step.act === "come back") this.change("dropped", { state: "mempool" }, step.which);
    else if (step.act === "bump") this.bump(step.which);
    else if (step.act === "wait") this.now += step.seconds * 1000;
    else if (step.act === "quote") this.requote(step.percent);
    else if (step.act === "decide") this.decide(step.kind, step.which);
    else {
      this.status = step.status;
      this.deletedAt = step.deleted ? (this.deletedAt ?? this.time()) : null;
    }
  }

  pay(percent: number, more: number): void {
    const due = newestQuote(this.quotes)?.sats ?? 0;
    const coin = `coin-${this.paidAt.size}`;
    this.paidAt.set(coin, this.time());
    this.send(Math.max(1, Math.floor((due * percent) / 100) + more), coin);
  }

  /** As in the shop: for the running quote, once, and not when there is money. */
  invoice(): void {
    const quote = newestQuote(this.quotes);
    const runs = quote && quote.expiresAt.getTime() > this.now;
    if (!runs || this.received() > 0 || this.invoices.some((made) => made.quote === quote)) return;
    const paymentHash = String(this.invoices.length).padStart(64, "0");
    this.invoices.push({ paymentHash, sats: quote.sats, settledAt: null, paidMsat: null, quote });
  }

  /** The buyer pays any invoice that was shown, also the old one of another tab, or one that ended meanwhile. */
  settle(which: number, percent: number): void {
    const open = this.invoices.filter(({ settledAt }) => settledAt === null);
    const invoice = open[which % open.length];
    if (!invoice) return;
    invoice.settledAt = this.time();
    invoice.paidMsat = invoice.sats * 10 * percent;
  }

  /** Replaces an unconfirmed payment by one with a higher fee. */
  bump(which: number): void {
    const those = this.outputs.filter(({ state }) => state === "mempool");
    const replaced = those[which % those.length];
    if (!replaced) return;
    replaced.state = "replaced";
    this.send(replaced.sats, replaced.spends?.[0] ?? "");
  }

  send(sats: number, coin: string): void {
    this.outputs.push({
      txid: String(this.outputs.length).padStart(64, "0"),
      vout: 0,
      sats,
      firstSeenAt: this.time(),
      state: "mempool",
      blockHeight: null,
      seenByAll: true,
      rateCents: RATE_CENTS,
      spends: [coin],
    });
  }

  change(state: OutputFact["state"], to: Partial<OutputFact>, which?: number): void {
    const those = this.outputs.filter((output) => output.state === state);
    for (const [i, output] of those.entries())
      if (which === undefined || i === which % those.length) Object.assign(output, to);
  }

  /** As in the shop: not while one runs, nor once there is money. */
  requote(percent: number): void {
    const runs = (newestQuote(this.quotes)?.expiresAt.getTime() ?? 0) > this.now;
    if (runs || this.received() > 0) return;
    this.hold(Math.ceil((this.priceCents * 10 * percent) / 100), 1, null);
  }

  hold(sats: number, hours: number, decisionId: number | null): void {
    this.quotes.push({
      sats,
      rateCents: RATE_CENTS,
      marginBasisPoints: 0,
      decisionId,
      address: "bc1q",
      lockedAt: this.time(),
      expiresAt: new Date(this.now + hours * HOUR * 1000),
      policy: this.policy,
    });
    // No two quotes open at the same moment.
    this.now += 1;
  }

  decide(kind: DecisionKind, which: number): void {
    const received = this.received();
    const active = activeDecisions(this.decisions);
    const undoes = kind === "undo" ? (active[which % active.length]?.id ?? null) : null;
    const sent = active.reduce((sats, { refund }) => sats + (refund?.sats ?? 0), 0);
    const unrefunded = received - sent;
    if (kind === "undo" ? undoes === null : unrefunded <= 0) return;
    const refund = {
      sats: which % 2 ? unrefunded : Math.ceil(unrefunded / 3),
      address: "",
      txid: "",
    };
    const id = this.decisions.length + 1;
    this.decisions.push({
      id,
      kind,
      undoes,
      receivedSats: received,
      refund: kind === "refund" ? refund : null,
      at: this.time(),
    });
    if (kind === "ask") this.hold(unrefunded + 1000, 72, id);
  }

  received(): number {
    const onChain = this.outputs.filter(isLive).reduce((sats, output) => sats + output.sats, 0);
    return onChain + this.byLightning();
  }

  /** What payers sent by Lightning: at least the amounts of the paid invoices. */
  byLightning(): number {
    return this.invoices.reduce((sats, { settledAt, paidMsat, sats: asked }) => {
      return settledAt === null ? sats : sats + Math.max(asked, (paidMsat ?? 0) / 1000);
    }, 0);
  }

  time(): Date {
    return new Date(this.now);
  }

  assess(facts: Partial<Parameters<typeof assess>[0]> = {}): Assessment {
    const { priceCents, quotes, outputs, invoices, decisions, tip, settledAt } = this;
    return assess(
      { priceCents, quotes, outputs, invoices, decisions, tipHeight: tip, settledAt, ...facts },
      defaultPaymentPolicy,
      this.time(),
    );
  }

  order(): OrderState {
    const { status, settledAt, deletedAt } = this;
    return { kind: "order", status, settledAt, deletedAt };
  }
}

function expectRight(story: Story): void {
  const assessment = story.assess();
  const { status, receivedSats, refundedSats } = assessment;
  if (story.decisions.length === 0) expectPlain(story, assessment);
  const { outputs, invoices, quotes, decisions } = story;
  const repeated = {
    outputs: [...outputs.toReversed(), ...outputs],
    invoices: [...invoices.toReversed(), ...invoices],
    quotes: quotes.toReversed(),
    decisions: [...decisions.toReversed(), ...decisions],
  };
  expect(story.assess(repeated), "in any order, reported twice").toEqual(assessment);
  expect(receivedSats).toBe(story.received());

  // Money that no rule places needs a decision.
  const reason = reviewReason({
    assessment,
    outputs,
    invoices,
    decisions,
    order: story.order(),
    paidOtherwise: false,
  });
  const active = activeDecisions(decisions);
  const decided = active.some(
    ({ kind, receivedSats: then }) =>
      (kind === "accept" || kind === "refund") && then >= receivedSats,
  );
  const placed =
    receivedSats <= refundedSats ||
    status === "refunded" ||
    (story.status !== "rejected" &&
      story.deletedAt === null &&
      ["detected", "partial", "paid", "reversed"].includes(status));
  const settledBefore = story.deletedAt && story.settledAt && story.settledAt <= story.deletedAt;
  if (!placed && !decided && !settledBefore) expect(reason, `${status} waits`).not.toBeNull();
  if (receivedSats === 0) expect(reason).toBeNull();
  if (status === "review") expect(assessment.reason).not.toBeNull();
}

function expectPlain(story: Story, { status }: Assessment): void {
  const there = story.outputs.filter(isLive).map((output) => ({
    ...output,
    firstSeenAt: story.paidAt.get(output.spends?.[0] ?? "") ?? output.firstSeenAt,
    confirmations: output.blockHeight === null ? 0 : story.tip - output.blockHeight + 1,
  }));
  const paid = story.invoices.filter((invoice) => invoice.settledAt !== null);
  if (paid.length > 0) {
    // The order is paid, and whatever comes beyond the cheapest paid invoice waits for a decision.
    const { tolerancePercent, confirmations } = story.policy;
    const enough =
      story.priceCents < confirmations.thresholdCents ? confirmations.below : confirmations.from;
    const deep = there.filter((output) => output.confirmations >= enough);
    const received = story.byLightning() + deep.reduce((sats, output) => sats + output.sats, 0);
    const due = Math.min(...paid.map(({ sats }) => sats));
    const isOver = received > due + Math.floor((due * tolerancePercent) / 100);
    expect(status).toBe(isOver ? "overpaid" : "paid");
    return;
  }
  const { priceCents, quotes, settledAt } = story;
  const settledBefore = settledAt !== null;
  const plain = expectedStatus({ priceCents, quotes, there, settledBefore, now: story.time() });
  if (plain !== null) expect(status, "by the plain rules").toBe(plain);
}

test(
  "thousands of long stories: the plain rules hold, nothing is lost, the order of events is nothing",
  () => {
    fc.assert(
      fc.property(
        fc.constantFrom(299, 9_999, 10_000, 19_999),
        policies,
        fc.array(step, { minLength: 5, maxLength: 60, size: "max" }),
        (priceCents, policy, steps) => {
          const story = new Story(priceCents, policy);
          for (const step of steps) {
            const before = story.assess();
            const wasSettled = isSettled(before.status);
            story.take(step);
            if (step.act === "bump")
              expect(story.assess(), "a fee bump changes nothing").toEqual(before);
            const { status } = story.assess();
            if (isSettled(status)) story.settledAt ??= story.time();
            if (wasSettled && (step.act === "wait" || step.act === "mine"))
              expect(isSettled(status), "blocks and time unsettle nothing").toBe(true);
            expectRight(story);
          }
        },
      ),
      fastCheckOptions(2_000),
    );
  },
  TIME_LIMIT_MS,
);
