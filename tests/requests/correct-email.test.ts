import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { mails } from "#shop/mail/tables.ts";
import { openTestApp, type TestApp } from "./open-app.ts";
import { placeOrder, valueOf } from "./place-order.ts";

const REFUSED = "did not arrive";

/** Places an order whose mail the mail server then refuses for good. */
async function refusedOrder(app: TestApp, email?: string) {
  const placed = await placeOrder(app, { ...(email && { email }) });
  await refuse(app);
  return { ...placed, path: `/track-order?orderId=${placed.id}` };
}

/** Has the mail server refuse all mails so far. */
async function refuse(app: TestApp) {
  await app.db.update(mails).set({ refused: true, failedAt: sql`now()` });
}

async function keyOf(app: TestApp, to: string): Promise<string> {
  const [mail] = await app.mailsTo(to);
  return mail && "trackingKey" in mail ? mail.trackingKey : "";
}

test("an order whose mail was refused says so to its buyer, who corrects the address by a plain form", async () => {
  const app = await openTestApp();
  const { id, path, visitor, buyer } = await refusedOrder(app);
  const link = `${path}&key=${await keyOf(app, buyer.email)}`;
  const form = { intent: "email", orderId: id, seen: buyer.email };
  const page = (await visitor.request(path)).text;
  expect(page).toContain(REFUSED);
  expect(valueOf(page, "seen")).toBe(buyer.email);

  // Order id and email alone, and the order id alone, show nothing of it and change nothing.
  const guesser = app.visitor();
  expect((await guesser.request(path)).text).not.toContain(REFUSED);
  expect((await guesser.post(path, { ...form, email: "eve@example.com" })).status).toBe(404);
  await guesser.post("/track-order", { orderId: id, email: buyer.email });
  const unproven = (await guesser.request(path)).text;
  expect(unproven).toContain(buyer.email);
  expect(unproven).not.toContain(REFUSED);
  await guesser.post(path, { ...form, email: "eve@example.com" });
  expect(await app.mailsTo("eve@example.com")).toEqual([]);

  for (const email of ["", "mira@example", "mira@example..org"]) {
    const again = await visitor.post(path, { ...form, email });
    expect([again.status, again.text.includes(REFUSED)], email).toEqual([400, true]);
  }
  const saved = await visitor.post(path, { ...form, email: " mira@right.example. " });
  expect(saved.headers.location).toBe(`${path}&notice=email-sent-again`);
  const after = (await visitor.request(path)).text;
  expect(after).toContain("mira@right.example");
  expect(after).not.toContain(REFUSED);
  expect((await visitor.post(path, { ...form, email: "eve@example.com" })).headers.location).toBe(
    `${path}&notice=email-not-corrected`,
  );
  expect(await app.mailsTo("eve@example.com")).toEqual([]);

  // The new address gets a link that works; the link before, and the lookup by the address before, no longer do.
  const open = async (url: string) => {
    const browser = app.visitor();
    await browser.request(url);
    return (await browser.request(path)).text;
  };
  expect(await open(link)).not.toContain("mira@right.example");
  expect(await open(`${path}&key=${await keyOf(app, "mira@right.example")}`)).toContain(
    "mira@right.example",
  );
  expect((await guesser.request(path)).text, "its access ended").not.toContain("mira@right");
  const find = (email: string) => app.visitor().post("/track-order", { orderId: id, email });
  expect((await find(buyer.email)).status).toBe(404);
  expect((await find("mira@right.example")).status).toBe(302);
});

test("the link corrects no address of an account, whose owner does, and gets the order in another one", async () => {
  const app = await openTestApp();
  await app.account();
  const { visitor: owner, email } = await app.account();
  const token = new URL(await app.linkTo(email, "verify-email"), app.url).searchParams.get("token");
  await owner.post("/verify-email", { token: token ?? "" });
  const { id, path, visitor } = await refusedOrder(app, email);
  const form = { intent: "email", orderId: id, seen: email, email: "new@example.com" };
  const page = (await visitor.request(path)).text;
  expect(page).toContain(REFUSED);
  expect(page).toContain("sign in</a>");
  expect(page).not.toContain('name="seen"');
  const refused = await visitor.post(path, form);
  expect(refused.headers.location).toContain("email-not-corrected");
  expect((await owner.request("/orders")).text).toContain(id);
  expect((await owner.post(path, form)).headers.location).toContain("email-sent-again");
  expect((await owner.request("/orders")).text).not.toContain(id);
  expect((await owner.request(path)).text).toContain("new@example.com");
});

test("an address is corrected five times a day, and strangers get few mails about unpaid orders", async () => {
  const app = await openTestApp();
  const { id, path, visitor, buyer } = await refusedOrder(app);
  let seen = buyer.email;
  for (let turn = 1; turn <= 6; turn += 1) {
    const email = `mira${turn}@example.com`;
    const { status, headers } = await visitor.post(path, {
      ...{ intent: "email", orderId: id, seen, email },
    });
    expect([status, "retry-after" in headers], email).toEqual(
      turn > 5 ? [429, true] : [302, false],
    );
    seen = email;
    await refuse(app);
  }
  const stranger = "stranger@example.com";
  const statuses = [];
  for (let turn = 1; turn <= 4; turn += 1) {
    const order = await refusedOrder(app);
    const form = { intent: "email", orderId: order.id, seen: order.buyer.email, email: stranger };
    statuses.push((await order.visitor.post(order.path, form)).status);
  }
  expect(statuses).toEqual([302, 302, 302, 429]);
});
