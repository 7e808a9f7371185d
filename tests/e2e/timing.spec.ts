import { eq } from "drizzle-orm";
import { giftBatches } from "#shop/gift-codes/tables.ts";
import { issueCodes } from "./credit-requests.ts";
import { type HttpClient, newAccount } from "./hostile/http-client.ts";
import { createPerson } from "./people.ts";
import { placeOrder } from "./place-order.ts";
import { expect, test } from "./shop.ts";

const ROUNDS = 32;
/** The threshold of the test statistic, with a false positive rate below one in a million (normal distribution). */
const FAR_FROM_EVEN = 4.9;

const cases: { name: string; path: string; form: Record<string, string>; status: number }[] = [
  {
    name: "an unknown email is refused as slowly as a wrong password",
    path: "/login",
    form: { password: "not the password" },
    status: 401,
  },
  {
    name: "a new password is sent for as slowly as it is not, for an unknown email",
    path: "/forgot-password",
    form: {},
    status: 200,
  },
  {
    name: "links to orders are sent for as slowly as they are not, for an unknown email",
    path: "/track-order/links",
    form: {},
    status: 200,
  },
];

test("a response takes as long for an unknown email as for a known one", async ({ ownShop }) => {
  test.setTimeout(300_000);
  const shop = await ownShop({ SANDBOX_HASHES: "full" });
  const post = (to: string, fields: Record<string, string>) =>
    fetch(`${shop.url}${to}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin: shop.url },
      redirect: "manual",
    });
  // Several accounts and buyers, so that none reaches its rate limit.
  const accounts: string[] = [];
  const buyers: string[] = [];
  for (let index = 0; index < 4; index += 1) {
    const { email, password, ...rest } = createPerson();
    const fields = { ...rest, email, password, confirmPassword: password, terms: "on" };
    expect((await post("/register", fields)).status).toBe(302);
    accounts.push(email);
    const { buyer } = await placeOrder(shop);
    await placeOrder(shop, { buyer: { email: buyer.email } });
    buyers.push(buyer.email);
  }

  for (const { name, path, form, status } of cases) {
    await test.step(name, async () => {
      const known = path === "/track-order/links" ? buyers : accounts;
      const timeOf = async (email: string) => {
        const began = performance.now();
        const response = await post(path, { ...form, email });
        const took = performance.now() - began;
        expect(response.status).toBe(status);
        return took;
      };
      await expectSameTime(path, {
        one: (round) => timeOf(known.at(round % known.length) ?? ""),
        other: () => timeOf(createPerson().email),
      });
    });
  }
});

test("a gift code is refused as fast, whether it is unknown, redeemed, expired or withdrawn", async ({
  ownShop,
}) => {
  test.setTimeout(300_000);
  const shop = await ownShop();
  const { stranger: admin } = await newAccount(shop);
  const [redeemed = ""] = await issueCodes(admin, 1);
  const [expired = ""] = await issueCodes(admin, 1);
  const [withdrawn = ""] = await issueCodes(admin, 1);
  await admin.post("/admin/promotions/gift-codes", { intent: "withdraw", id: "3" });
  await shop.changeDatabase(async (db) => {
    await db.update(giftBatches).set({ endsAt: new Date() }).where(eq(giftBatches.id, 2));
  });
  // Each account has ten tries in an hour.
  const customers: HttpClient[] = [];
  for (let index = 0; index < 24; index += 1) customers.push((await newAccount(shop)).stranger);
  const redeem = (code: string) =>
    customers[(tries += 1) % customers.length]?.post("/orders", { intent: "redeem", code });
  let tries = 0;
  expect((await redeem(redeemed))?.status).toBe(302);
  const timeOf = async (code: string) => {
    const began = performance.now();
    const response = await redeem(code);
    const took = performance.now() - began;
    expect(response?.status).toBe(400);
    expect(response?.text).toContain("This code cannot be redeemed");
    return took;
  };
  for (const [what, code] of Object.entries({ redeemed, expired, withdrawn }))
    await test.step(`an unknown code is refused as fast as one that is ${what}`, () =>
      expectSameTime(what, {
        one: () => timeOf(code),
        other: () => timeOf("7KQ2-M9XA-0000-0000"),
      }));
});

/** Measures both in the same rounds. A difference counts only if it is both significant and large enough to be exploited. */
async function expectSameTime(
  name: string,
  { one, other }: Record<"one" | "other", (round: number) => Promise<number>>,
): Promise<void> {
  const ofOne: number[] = [];
  const ofOther: number[] = [];
  for (let round = -1; round < ROUNDS && mayBeSignificant(ofOther, ofOne); round += 1) {
    // Concurrently in either order, so that other load affects both equally.
    const samples = [
      { list: ofOne, measure: one },
      { list: ofOther, measure: other },
    ];
    const order = round % 2 === 0 ? samples : samples.toReversed();
    await Promise.all(
      order.map(async ({ list, measure }) => {
        const took = await measure(round);
        // Warm-up.
        if (round >= 0) list.push(took);
      }),
    );
  }
  const ratio = median(ofOther) / median(ofOne);
  const sure = mayBeSignificant(ofOther, ofOne);
  const large = ratio < 0.8 || ratio > 1.25;
  console.log(`${name}: median of ${ofOne.length} unknown / of known ${ratio.toFixed(3)}`);
  expect(sure && large, `median of unknown ones / of known ones: ${ratio}`).toBe(false);
}

/**
 * Whether the difference is significant after all rounds, or still may be: if each further sample was greater, or smaller,
 * than all of the other kind. To end otherwise loses no power (curtailed sampling).
 */
function mayBeSignificant(one: readonly number[], other: readonly number[]): boolean {
  const won = pairsWon(one, other);
  const undecided = ROUNDS ** 2 - one.length * other.length;
  return [won, won + undecided].some((u) => Math.abs(deviations(u)) > FAR_FROM_EVEN);
}

function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return ((sorted.at((sorted.length - 1) / 2) ?? 0) + (sorted.at(sorted.length / 2) ?? 0)) / 2;
}

/** Returns the Mann–Whitney U: the pairs in which the sample of `one` is the greater; ties count half. */
function pairsWon(one: readonly number[], other: readonly number[]): number {
  return one
    .flatMap((a) => other.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)))
    .reduce<number>((sum, share) => sum + share, 0);
}

/** Returns by how many standard deviations the U of all rounds differs from its mean. */
function deviations(u: number): number {
  return (u - ROUNDS ** 2 / 2) / Math.sqrt((ROUNDS ** 2 * (2 * ROUNDS + 1)) / 12);
}
