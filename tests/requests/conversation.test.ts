import { expect, test } from "vitest";
import { openTestApp } from "./open-app.ts";
import { placeOrder } from "./place-order.ts";

const SECRET = "Is my <b>name</b> right? https://evil.example/";
const SHOWN = "Is my &lt;b&gt;name&lt;/b&gt; right? https://evil.example/";

test("a message goes from the page to the panel and back without JavaScript, and to nobody else", async () => {
  const app = await openTestApp();
  const { visitor: admin, email: adminEmail } = await app.account();
  const { id, visitor, buyer } = await placeOrder(app);
  const page = `/track-order?orderId=${id}`;
  const panel = `/admin/orders/${id}`;
  const form = (text: string) => ({ intent: "message", orderId: id, text });

  expect((await visitor.request(page)).text).toContain("Write to us");
  const empty = await visitor.post(page, form(" \u200B "));
  expect([empty.status, empty.text.includes("Please write a message")]).toEqual([400, true]);
  const sent = await visitor.post(page, form(SECRET));
  expect(sent.status).toBe(302);
  expect((await visitor.request(page)).text).toContain(SHOWN);

  // A stranger, order id and email, and another account.
  const stranger = app.visitor();
  expect((await stranger.request(page)).text).not.toContain("evil.example");
  expect((await stranger.post(page, form("x"))).status).toBe(404);
  const looker = app.visitor();
  await looker.post("/track-order", { orderId: id, email: buyer.email });
  const looked = (await looker.request(page)).text;
  expect(looked).toContain(buyer.username);
  expect(looked).toContain("Email me the link");
  expect(looked).not.toContain("evil.example");
  expect((await looker.post(page, form("x"))).headers.location).toContain("proof-needed");
  const { visitor: other } = await app.account();
  expect((await other.request(page)).text).not.toContain("evil.example");
  expect((await other.post(panel, { intent: "message", text: "x" })).status).toBe(302);

  expect((await admin.request("/admin")).text).toContain("Messages to answer");
  expect((await admin.request("/admin/orders?messages=shop")).text).toContain(id);
  const seen = (await admin.request(`${panel}?answer=1`)).text;
  expect(seen).toContain(SHOWN);
  expect(seen).not.toContain('href="https://evil.example');
  expect(seen).toMatch(new RegExp(`<textarea[^>]*>Please restart the TikTok app: [^<]*${id}`));
  expect((await admin.post(panel, { intent: "message", text: "It is." })).status).toBe(302);
  expect((await admin.request("/admin/orders?messages=shop")).text).not.toContain(`"${id}"`);
  const answered = (await visitor.request(page)).text;
  expect(answered).toContain("It is.");
  expect(answered).not.toContain(adminEmail);
  expect((await app.mailsTo(adminEmail)).map(({ template }) => template)).toContain(
    "admin-message",
  );
  const [mail] = await app.mailsTo(buyer.email);
  expect(mail).toEqual({
    template: "order-message",
    orderId: id,
    trackingKey: expect.any(String),
    asks: false,
  });
});

test("Ask under Deliver sets an order aside without JavaScript; the buyer's page leads to the question", async () => {
  const app = await openTestApp();
  const { visitor: admin } = await app.account();
  const { id, visitor, buyer } = await placeOrder(app);
  await admin.post(`/admin/orders/${id}`, { intent: "status", version: "1", status: "processing" });
  const asking = (await admin.request(`/admin/deliver?ask=${id}`)).text;
  expect(asking).toContain(`We cannot find the TikTok account @${buyer.username} of your order`);
  const version = /name="version" value="(\d+)"/.exec(asking)?.[1] ?? "";
  const question = { intent: "question", id, version, text: "Who are you?" };
  const asked = await admin.post("/admin/deliver", question);
  expect(asked.text).toContain("is set aside until the buyer answers");
  const list = (await admin.request("/admin/deliver")).text;
  expect(list).not.toContain(`data-order="${id}"`);
  expect(list).toContain("1 paid order waits");

  const page = `/track-order?orderId=${id}`;
  expect((await visitor.request(page)).text).toContain("We have a question about your order");
  await visitor.post(page, { intent: "message", orderId: id, text: "I am Mira" });
  const back = (await admin.request("/admin/deliver")).text;
  expect(back).toContain(`data-order="${id}"`);
  expect(back).toContain("I am Mira");
});

test("messages of one order are limited, and the refused text stays in the form", async () => {
  const app = await openTestApp();
  await app.account();
  const { id, visitor } = await placeOrder(app);
  const page = `/track-order?orderId=${id}`;
  const write = (text: string) => visitor.post(page, { intent: "message", orderId: id, text });
  for (let count = 0; count < 20; count += 1)
    expect((await write(`No. ${count}`)).status).toBe(302);
  const refused = await write("Once more");
  expect(refused.status).toBe(429);
  expect(refused.headers["retry-after"]).toBeDefined();
  expect(refused.text).toContain("Once more</textarea>");
});
