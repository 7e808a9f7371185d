import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions, users } from "#shop/accounts/tables.ts";
import { checkouts } from "#shop/checkouts/tables.ts";
import { addCredit, readBalance } from "#shop/credit/credit.server.ts";
import { returnCreditOfEndedSessions } from "#shop/checkout/account-takings.server.ts";
import { packages } from "#shop/catalog/tables.ts";
import { orders } from "#shop/orders/tables.ts";
import { settings } from "#shop/settings/tables.ts";
import type { Visitor } from "../visitor.ts";
import { openTestApp, type TestApp } from "./open-app.ts";
import { valueOf } from "./place-order.ts";

const CREDIT_CENTS = 1000;
const USERNAME = "saved.recipient";
const NEW_PASSWORD = "a brand new password";

interface Person {
  visitor: Visitor;
  id: string;
  email: string;
  password: string;
}

/** What a checkout takes from an account, up to step 3. */
const things: { name: string; packageId?: string; method: string; usesCredit: boolean }[] = [
  { name: "credit, the rest by bank transfer", method: "bank_transfer", usesCredit: true },
  {
    name: "credit that covers the price",
    packageId: "1",
    method: "bank_transfer",
    usesCredit: true,
  },
  { name: "credit, the rest held in Bitcoin", method: "bitcoin", usesCredit: true },
  { name: "a recipient, by bank transfer", method: "bank_transfer", usesCredit: false },
  { name: "a recipient, with an amount in Bitcoin", method: "bitcoin", usesCredit: false },
  {
    name: "the account that credit is bought for",
    packageId: "credit",
    method: "bank_transfer",
    usesCredit: false,
  },
];

/** What happens to the account; `keeps` what the checkout took where it is still signed in here, and may act. */
const events: {
  name: string;
  keeps?: (thing: string) => boolean;
  do: (app: TestApp, person: Person) => Promise<unknown>;
}[] = [
  {
    name: "the session expires",
    do: ({ db }, { id }) =>
      db
        .update(sessions)
        .set({ updatedAt: new Date(Date.now() - 31 * 60_000) })
        .where(eq(sessions.userId, id)),
  },
  {
    name: "it is signed out elsewhere",
    do: async (app, person) => {
      const other = await signIn(app, person);
      expect(
        (await other.post("/account/sessions", { intent: "end-others", password: person.password }))
          .status,
      ).toBe(302);
    },
  },
  {
    name: "its password is reset",
    do: async (app, { email }) => {
      const owner = app.visitor();
      await owner.post("/forgot-password", { email });
      const link = await app.linkTo(email, "reset-password");
      const token = new URL(link, app.url).searchParams.get("token") ?? "";
      const form = { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
      expect((await owner.post(link, form)).headers.location).toMatch(/^\/login/);
    },
  },
  {
    name: "it is blocked",
    do: ({ db }, { id }) => db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, id)),
  },
  {
    name: "it is deleted",
    do: async (app, person) => {
      const other = await signIn(app, person);
      await other.post("/account/data", { password: person.password });
      expect(await app.db.select().from(users).where(eq(users.id, person.id))).toEqual([]);
    },
  },
  {
    name: "another account signs in in the same browser",
    do: async (app, { visitor }) => {
      const { email, password } = await app.account();
      await app.db.update(users).set({ emailVerified: true }).where(eq(users.email, email));
      for (const name of visitor.cookies.keys())
        if (name.includes("session_token")) visitor.cookies.delete(name);
      expect((await visitor.post("/login", { email, password })).status).toBe(302);
    },
  },
  {
    name: "its email address changes",
    keeps: (thing) => thing !== "the account that credit is bought for",
    do: ({ db }, { id }) =>
      db
        .update(users)
        .set({ email: `new-${id}@example.com`.toLowerCase() })
        .where(eq(users.id, id)),
  },
  {
    name: "its email address is no longer confirmed",
    keeps: (thing) => !thing.startsWith("credit"),
    do: ({ db }, { id }) => db.update(users).set({ emailVerified: false }).where(eq(users.id, id)),
  },
];

async function signIn(app: TestApp, { email, password }: Person): Promise<Visitor> {
  const visitor = app.visitor();
  expect((await visitor.post("/login", { email, password })).status).toBe(302);
  return visitor;
}

async function openShop(): Promise<TestApp> {
  const app = await openTestApp();
  // The administrator.
  await app.account();
  await app.db.insert(settings).values([
    { name: "bankTransferEnabled", value: true },
    { name: "accountName", value: "Coin Shop" },
    { name: "iban", value: "DE89370400440532013000" },
  ]);
  const [sample] = await app.db.select().from(packages).where(eq(packages.id, "2"));
  if (!sample) throw new Error("no package");
  const bought = { id: "credit", kind: "credit", coins: 0, valueCents: 2500 } as const;
  await app.db.insert(packages).values({ ...sample, ...bought, priceCents: 2500, position: 90 });
  return app;
}

async function someone(app: TestApp): Promise<Person> {
  const person = await app.account();
  const [user] = await app.db
    .update(users)
    .set({ emailVerified: true })
    .where(eq(users.email, person.email))
    .returning();
  const id = user?.id ?? "";
  const given = { userId: id, cents: CREDIT_CENTS, kind: "gift-code", onceKey: id } as const;
  await app.db.transaction((tx) => addCredit(tx, { ...given, now: new Date() }));
  return { ...person, id };
}

/** Goes to step 3; returns what its form posts. */
async function toStep3({ visitor, email }: Person, thing: (typeof things)[number]) {
  const { packageId = "2", method, usesCredit } = thing;
  await visitor.post("/checkout", { intent: "select", packageId });
  const recipient = { intent: "account", tiktokUsername: USERNAME, tiktokUid: "", email };
  await visitor.post("/checkout", recipient);
  await visitor.post("/checkout?step=payment", { intent: "method", method });
  if (usesCredit) await visitor.post("/checkout?step=payment", { intent: "credit" });
  const page = (await visitor.request("/checkout?step=confirm")).text;
  return { intent: "confirm", checkoutId: valueOf(page, "checkoutId") };
}

const ordersOf = (app: TestApp, { email }: Person) =>
  app.db.select().from(orders).where(eq(orders.email, email));

test.each(events)("what a checkout took from an account, and $name", async (event) => {
  const app = await openShop();
  for (const thing of things) {
    const person = await someone(app);
    const { visitor, id } = person;
    const form = await toStep3(person, thing);
    const taken = thing.packageId === "1" ? 299 : thing.usesCredit ? CREDIT_CENTS : 0;
    expect((await readBalance(app.db, id)).cents, thing.name).toBe(CREDIT_CENTS - taken);
    await event.do(app, person);
    const confirmed = await visitor.post("/checkout?step=confirm", form);
    if (event.keeps?.(thing.name)) {
      expect(confirmed.headers.location, thing.name).toMatch(/^\/track-order/);
      expect(await ordersOf(app, person), thing.name).toMatchObject([{ creditCents: taken }]);
      continue;
    }
    expect(await ordersOf(app, person), thing.name).toEqual([]);
    const page = await visitor.request("/checkout");
    const shown = page.headers.location ? await visitor.request(page.headers.location) : page;
    expect(shown.text, thing.name).toContain("The account is no longer signed in here");
    expect(shown.text, thing.name).not.toContain(USERNAME);
    if (taken > 0) expect(shown.text, thing.name).toContain("of credit went back to the account");
    const [left] = await app.db
      .select({ cents: sql<number>`coalesce(sum(${checkouts.creditCents}), 0)`.mapWith(Number) })
      .from(checkouts)
      .where(inArray(checkouts.state, ["open", "left"]));
    expect(left?.cents, thing.name).toBe(0);
    if (event.name !== "it is deleted")
      expect((await readBalance(app.db, id)).cents, thing.name).toBe(CREDIT_CENTS);
    // Others in this browser buy for themselves, without the credit.
    const other = {
      tiktokUsername: "someone.else",
      tiktokUid: "",
      email: `thief-${id}@example.com`,
    };
    await visitor.post("/checkout", { intent: "account", ...other });
    await visitor.post("/checkout?step=confirm", form);
    const placed = await app.db.select().from(orders).where(eq(orders.email, other.email));
    for (const order of placed) expect(order.creditCents, thing.name).toBe(0);
  }
});

test("credit in a lost browser: the account sees it elsewhere and takes it back, or it returns at sign-out", async () => {
  const app = await openShop();
  const [thing] = things;
  if (!thing) throw new Error("no thing");
  const person = await someone(app);
  await toStep3(person, thing);
  const second = await signIn(app, person);
  expect((await second.request("/orders")).text).toContain(
    "$10.00 is held by a checkout that was left.",
  );
  await second.post("/checkout", { intent: "select", packageId: "2" });
  const recipient = { tiktokUsername: "mira.holt", tiktokUid: "", email: person.email };
  await second.post("/checkout", { intent: "account", ...recipient });
  await second.post("/checkout?step=payment", { intent: "method", method: "bank_transfer" });
  const step2 = "/checkout?step=payment&package=2";
  expect((await second.request(step2)).text).toContain("$10.00 is held by a checkout");
  await second.post(step2, { intent: "take-back" });
  expect((await readBalance(app.db, person.id)).cents).toBe(CREDIT_CENTS);
  expect((await second.request(step2)).text).not.toContain("is held by a checkout");
  expect((await person.visitor.request(step2)).text).toContain("taken back to the account");

  // Used again in the first browser, whose session then ends elsewhere: the job returns it.
  await person.visitor.post(step2, { intent: "credit" });
  expect((await readBalance(app.db, person.id)).cents).toBe(0);
  const { password } = person;
  await second.post("/account/sessions", { intent: "end-others", password });
  expect(await returnCreditOfEndedSessions(app.db, new Date())).toBe(1);
  expect((await readBalance(app.db, person.id)).cents).toBe(CREDIT_CENTS);

  await second.post(step2, { intent: "credit" });
  expect((await readBalance(app.db, person.id)).cents).toBe(0);
  await second.post("/sign-out", { intent: "sign-out" });
  expect((await readBalance(app.db, person.id)).cents).toBe(CREDIT_CENTS);
});
