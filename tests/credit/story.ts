import fc from "fast-check";

export const BUYERS = ["mira", "lea"] as const;
export type Buyer = (typeof BUYERS)[number];

const PACKAGES = ["1", "2", "3"];
const COUPONS = ["HALF", "FREE"];

/** What the buyer does in one of two tabs; nearly always signed in as Mira. */
const tab = fc.record({
  act: fc.constantFrom(
    ...(["use", "use", "use", "take off", "coupon", "no coupon", "select"] as const),
    ...(["quote", "quote", "pay", "pay", "confirm", "confirm", "redeem", "convert"] as const),
  ),
  buyer: fc.constantFrom<Buyer>("mira", "mira", "mira", "lea"),
  packageId: fc.constantFrom(...PACKAGES),
  coupon: fc.constantFrom(...COUPONS),
  method: fc.constantFrom("bitcoin" as const, "bank_transfer" as const),
  /** How much of an amount is paid. */
  share: fc.constantFrom(1, 1, 1, 0.5, 1.5),
  /** Which of the quotes, gift codes or tries that there are then. */
  pick: fc.nat({ max: 11 }),
});

const owner = fc.record({
  act: fc.constantFrom(
    ...(["issue", "withdraw", "adjust", "adjust", "bank", "bank", "accept"] as const),
    ...(["reject", "reject", "undo", "go on", "complete", "complete", "delete"] as const),
    ...(["refund", "refund", "refund", "undo refund", "end coupon"] as const),
  ),
  buyer: fc.constantFrom<Buyer>(...BUYERS),
  coupon: fc.constantFrom(...COUPONS),
  cents: fc.integer({ min: 100, max: 2000 }),
  share: fc.constantFrom(1, 1, 0.5),
  pick: fc.nat({ max: 11 }),
});

const job = fc.record({
  act: fc.constantFrom(...(["events", "events", "release", "release", "wait", "wait"] as const)),
  minutes: fc.constantFrom(5, 61, 130, 130),
});

/** What happens at the same time: in both tabs of the buyer, by the owner and by the jobs; null for nothing. */
const round = fc.tuple(fc.option(tab), fc.option(tab), fc.option(owner), fc.option(job));

export const story = fc.array(round, { minLength: 2, maxLength: 10 });

type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type TabStep = Of<typeof tab>;
export type OwnerStep = Of<typeof owner>;
export type JobStep = Of<typeof job>;
export type Round = Of<typeof round>;

const click: TabStep = {
  ...{ act: "use", buyer: "mira", packageId: "2", coupon: "HALF", method: "bitcoin" },
  ...{ share: 1, pick: 0 },
};
const decision: OwnerStep = {
  ...{ act: "issue", buyer: "mira", coupon: "HALF", cents: 700, share: 1, pick: 0 },
};

const both = (step: Partial<TabStep>, by: Partial<OwnerStep> | null = null): Round => [
  { ...click, ...step },
  { ...click, ...step },
  by && { ...decision, ...by },
  null,
];
const byOwner = (step: Partial<OwnerStep>): Round => [null, null, { ...decision, ...step }, null];
const byJob = (act: JobStep["act"], minutes: JobStep["minutes"] = 5): Round => [
  null,
  null,
  null,
  { act, minutes },
];

/** A story in which each kind of thing happens, whatever the random ones do. */
export const everything: Round[] = [
  both({ act: "redeem" }),
  both({ act: "use", packageId: "3" }),
  both({ act: "quote" }),
  both({ act: "coupon" }),
  both({ act: "quote" }),
  both({ act: "confirm" }),
  both({ act: "pay", pick: 1 }),
  byOwner({ act: "complete" }),
  byJob("wait"),
  byJob("events"),
  both({ act: "convert" }, { act: "adjust" }),
  byOwner({ act: "reject" }),
  byOwner({ act: "undo" }),
  byOwner({ act: "reject" }),
  byJob("wait"),
  byJob("events"),
  byOwner({ act: "refund" }),
  both({ act: "use" }),
  byOwner({ act: "undo refund" }),
  both({ act: "quote" }),
  byJob("wait", 130),
  byJob("release"),
  both({ act: "coupon", coupon: "FREE" }),
  both({ act: "confirm" }),
];

const one = (step: Partial<TabStep>): Round => [{ ...click, ...step }, null, null, null];

/** Stories that random ones rarely tell, and what must not happen in them. */
export const rareStories: Round[][] = [
  // Half is paid in Bitcoin, and all of it by transfer, which becomes credit: the Bitcoin is forgotten.
  [
    one({ act: "quote", packageId: "1" }),
    one({ act: "pay", share: 0.5 }),
    byJob("wait", 130),
    byJob("release"),
    byOwner({ act: "bank" }),
    byOwner({ act: "refund" }),
  ],
  // The amount from before the credit was taken off is paid, and settles the order.
  [
    one({ act: "use" }),
    one({ act: "quote" }),
    one({ act: "take off" }),
    one({ act: "pay" }),
    one({ act: "confirm" }),
    byJob("release"),
  ],
  // A deleted order keeps its credit.
  [
    one({ act: "use" }),
    one({ act: "confirm", method: "bank_transfer" }),
    byOwner({ act: "delete" }),
    byJob("wait"),
    byJob("events"),
  ],
  // The form that gives credit is sent again later, and gives it again.
  [byOwner({ act: "adjust" }), byJob("wait"), byOwner({ act: "adjust" })],
];
