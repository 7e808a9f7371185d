import { expect, test } from "vitest";
import { acts } from "#shop/orders/acts.ts";
import { mailByAccount } from "#shop/limits/limits.server.ts";
import { mails } from "#shop/mail/tables.ts";
import { notificationTargets } from "#shop/notifications/tables.ts";
import { orderEvents, orderMessages, orders, withdrawals } from "#shop/orders/tables.ts";
import { settings } from "#shop/settings/tables.ts";
import { openTestApp, type TestApp } from "./open-app.ts";
import { placeOrder } from "./place-order.ts";
import { accesses, actNames, orderForActs, tryAct } from "./try-acts.ts";

const fields = {
  tiktokUsername: "eve",
  made: "0",
  email: "eve@evil.example",
  name: "Mira Holt",
  text: "Send them to @eve",
  address: "bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk",
  endpoint: "https://push.evil.example/1",
  consent:
    "I agree that you deliver my order before the withdrawal period of 14 days ends. I know that I lose my right of withdrawal once it is delivered.",
};

/** What acts leave behind. */
async function traces({ db }: TestApp) {
  return {
    orders: await db.select().from(orders),
    events: await db.$count(orderEvents),
    messages: await db.$count(orderMessages),
    withdrawals: await db.$count(withdrawals),
    devices: await db.$count(notificationTargets),
    mails: (await db.select().from(mails)).map(({ to, message }) => [to, message.template]),
  };
}

test("order id and email do nothing that binds, pays or reveals, and leave no trace", async () => {
  const app = await openTestApp();
  const { id, buyer, visitors } = await orderForActs(app);
  const before = await traces(app);
  const order = { id, email: buyer.email };
  for (const act of actNames.filter((act) => acts[act].needs === "proven")) {
    const answers = [];
    for (const access of ["none", "seen"] as const)
      answers.push(await tryAct(visitors[access], act, order, fields));
    const isShown = act === "messages";
    expect(answers, act).toEqual(["no", isShown ? "no" : "asks for proof"]);
  }
  expect(await traces(app)).toEqual(before);
  expect(JSON.stringify(before)).not.toContain("evil");
});

test("its page says what to do instead, and mails the link to the order's address alone, within limits", async () => {
  const app = await openTestApp();
  const { id, buyer, visitors } = await orderForActs(app);
  const path = `/track-order?orderId=${id}`;
  const page = (await visitors.seen.request(path)).text;
  expect(page).toContain("Email me the link");
  for (const visitor of [visitors.none, visitors.proven])
    expect((await visitor.request(path)).text).not.toContain("Email me the link");
  const ask = () =>
    visitors.seen.post(path, { intent: "link", orderId: id, email: "eve@evil.example" });
  expect((await ask()).headers.location).toBe(`${path}&notice=link-sent`);
  for (let n = 0; n < 2 * mailByAccount.max; n += 1) await ask();
  expect((await ask()).status).toBe(429);
  expect((await ask()).text).toContain("Too many attempts");
  const links = (await app.mailsTo(buyer.email)).filter(
    ({ template }) => template === "order-links",
  );
  // A window of the limit may end in between.
  expect(links.length).toBeGreaterThan(0);
  expect(links.length).toBeLessThanOrEqual(2 * mailByAccount.max);
  expect(await app.mailsTo("eve@evil.example")).toEqual([]);

  const phone = app.visitor();
  const placed = (await app.mailsTo(buyer.email)).find((mail) => "trackingKey" in mail);
  const key = placed && "trackingKey" in placed ? placed.trackingKey : "";
  await phone.request(`${path}&key=${key}`);
  expect((await phone.request(`/orders/${id}/invoice`)).status).toBe(200);
});

test("orders that are not paid cannot be withdrawn from, and mail nobody", async () => {
  const app = await openTestApp();
  await app.account();
  await app.db.insert(settings).values({ name: "withdrawalEnabled", value: true });
  const visitor = app.visitor();
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1)
    ids.push((await placeOrder(app, { visitor, email: "stranger@example.com" })).id);
  const before = await traces(app);
  for (const id of ids) {
    const posted = await visitor.post(`/orders/${id}/withdraw`, {
      name: "Win",
      email: "a@b.example",
    });
    expect(posted.headers.location).toBe(`/track-order?orderId=${id}`);
    expect((await visitor.request(`/track-order?orderId=${id}`)).text).not.toContain(
      "Withdraw from contract here",
    );
  }
  expect(await traces(app)).toEqual(before);
});

test("a withdrawal is confirmed to the order's address, and its name passes the rule for names", async () => {
  const app = await openTestApp();
  const { id, buyer, visitors } = await orderForActs(app);
  const withdraw = (name: string) =>
    visitors.proven.post(`/orders/${id}/withdraw`, { name, email: "eve@evil.example" });
  for (const name of [
    "https://evil.example win",
    "1.2.3.4/x",
    "evil[.]com",
    "Mira\u202Etloh",
    "evil.com",
  ])
    expect((await withdraw(name)).status, name).toBe(400);
  expect((await withdraw("Mira Holt")).headers.location).toContain("withdrawal-received");
  expect(await app.mailsTo("eve@evil.example")).toEqual([]);
  expect(await app.mailsTo(buyer.email)).toMatchObject([
    { template: "order-withdrawal", orderId: id, name: "Mira Holt" },
    {},
  ]);
});

test("every act runs for who has proven access", async () => {
  const app = await openTestApp();
  const { id, buyer, visitors } = await orderForActs(app);
  for (const act of actNames)
    for (const access of accesses) {
      const isEnough = access === "proven" || (access === "seen" && acts[act].needs === "seen");
      const outcome = await tryAct(visitors[access], act, { id, email: buyer.email });
      expect(outcome === "yes", `${act} of ${access}`).toBe(isEnough);
    }
});

test("the link in the mail about an act undoes it by a page without JavaScript, and opening it changes nothing", async () => {
  const app = await openTestApp();
  const { id, buyer, visitors } = await orderForActs(app);
  const order = { id, email: buyer.email };
  await tryAct(visitors.proven, "recipient", order, { tiktokUsername: "eve", made: "0" });
  const [told] = await app.mailsTo(buyer.email);
  if (told?.template !== "order-act") throw new Error("the order's address was not told");
  const owner = app.visitor();
  const path = `/orders/${id}/stop?act=${told.stop.eventId}&key=${told.stop.key}`;
  const shown = (await owner.request(path)).text;
  for (const words of ["The recipient was corrected", "This was not me: undo it"])
    expect(shown).toContain(words);
  const names = async () => (await app.db.select().from(orders)).map((row) => row.tiktokUsername);
  expect(await names()).toEqual(["eve"]);
  const forged = await owner.post(`/orders/${id}/stop?act=${told.stop.eventId}&key=x`, {});
  expect([forged.status, await names()]).toEqual([400, ["eve"]]);
  expect((await owner.post(path, { intent: "stop" })).text).toContain("What could be undone");
  expect(await names()).toEqual([buyer.username]);
  expect(await tryAct(owner, "invoice", order)).toBe("yes");
  expect((await owner.request(path)).text).toContain("has expired or was used already");
});
