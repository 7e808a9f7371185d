import { expect, test } from "vitest";
import { openTestApp, type TestApp } from "./open-app.ts";
import { placeOrder } from "./place-order.ts";

const STEP_1 = "/checkout?step=account&package=1";

test("a guest's device lists its orders without personal data, and offers the last recipient, until it forgets", async () => {
  const app = await openTestApp();
  const { id, visitor, buyer } = await placeOrder(app, { uid: "6812" });
  const list = (await visitor.request("/track-order")).text;
  expect(list).toContain("Recent orders on this device");
  expect(list).toContain(`href="/track-order?orderId=${id}"`);
  for (const secret of [buyer.username, buyer.email]) expect(list).not.toContain(secret);
  expect((await app.visitor().request("/track-order")).text).not.toContain("Recent orders");

  await visitor.post("/checkout", { intent: "select", packageId: "1" });
  const offered = (await visitor.request(STEP_1)).text;
  expect(offered).toContain("Your last recipient");
  expect(valueOfField(offered, "email")).toBe("");
  const use = { intent: "use-recipient", tiktokUsername: buyer.username };
  const filled = (await visitor.post(STEP_1, use)).text;
  expect(valueOfField(filled, "tiktokUid")).toBe("6812");
  expect(valueOfField(filled, "email")).toBe(buyer.email);
  const stranger = app.visitor();
  await stranger.post("/checkout", { intent: "select", packageId: "1" });
  expect((await stranger.post(STEP_1, use)).text).not.toContain(buyer.email);

  await visitor.post("/track-order", { intent: "forget" });
  expect((await visitor.request("/track-order")).text).not.toContain("Recent orders");
  expect((await visitor.request(STEP_1)).text).not.toContain("Your last recipient");
  expect((await visitor.request(`/track-order?orderId=${id}`)).text).not.toContain(buyer.email);
});

test("step 1 is filled for a signed-in buyer; a removed recipient is in the export, and nowhere else", async () => {
  const app = await openTestApp();
  const { visitor, email } = await verifiedAccount(app);
  const { buyer } = await placeOrder(app, { email, uid: "6812" });
  await visitor.post("/checkout", { intent: "select", packageId: "1" });
  const page = (await visitor.request(STEP_1)).text;
  expect(valueOfField(page, "email")).toBe(email);
  expect(valueOfField(page, "tiktokUid")).toBe("6812");
  expect(page).toContain(`Remove @${buyer.username} from the list`);
  const exported = async () => JSON.parse((await visitor.request("/account/export")).text);
  expect(await exported()).toMatchObject({
    savedRecipients: [{ tiktokUsername: buyer.username, tiktokUid: "6812" }],
    removedRecipients: [],
  });
  // An internal note, for the administrators alone.
  expect((await exported()).orders).toEqual([
    expect.not.objectContaining({ note: expect.anything() }),
  ]);
  await visitor.post(STEP_1, { intent: "remove-recipient", tiktokUsername: buyer.username });
  const after = (await visitor.request(STEP_1)).text;
  expect(after).not.toContain(buyer.username);
  expect(valueOfField(after, "email")).toBe(email);
  expect(await exported()).toMatchObject({
    savedRecipients: [],
    removedRecipients: [{ tiktokUsername: buyer.username }],
  });
});

test("an account whose address is not confirmed gets its email filled in, and no one's recipients", async () => {
  const app = await openTestApp();
  const { visitor, email } = await app.account();
  const { buyer } = await placeOrder(app, { email });
  await visitor.post("/checkout", { intent: "select", packageId: "1" });
  const page = (await visitor.request(STEP_1)).text;
  expect(valueOfField(page, "email")).toBe(email);
  expect(page).not.toContain(buyer.username);
});

test("after the account is deleted, its browser no longer shows its orders", async () => {
  const app = await openTestApp();
  await app.account();
  const { visitor, email, password } = await verifiedAccount(app);
  const { id } = await placeOrder(app, { visitor, email });
  const deleted = await visitor.post("/account/data", { intent: "delete", password });
  expect(deleted.status).toBe(302);
  expect((await visitor.request("/track-order")).text).not.toContain(id);
  expect((await visitor.request(`/track-order?orderId=${id}`)).text).not.toContain(email);
});

async function verifiedAccount(app: TestApp) {
  const account = await app.account();
  const link = await app.linkTo(account.email, "verify-email");
  const token = new URL(link, app.url).searchParams.get("token") ?? "";
  await account.visitor.post(link, { token });
  return account;
}

/** Returns the value of a field that a person sees. */
function valueOfField(html: string, name: string): string {
  const tags = html.match(new RegExp(`<input[^>]* name="${name}"[^>]*>`, "g")) ?? [];
  const shown = tags.find((tag) => !tag.includes('type="hidden"'));
  if (!shown) throw new Error(`no field ${name}`);
  return /value="([^"]*)"/.exec(shown)?.[1] ?? "";
}
