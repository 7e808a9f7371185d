import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { giftBatches, giftCodes } from "#shop/gift-codes/tables.ts";
import { openTestApp } from "./open-app.ts";

const UNUSABLE = "This code cannot be redeemed";
const PAGE = "/admin/promotions/gift-codes";

test("a batch whose answer was lost is not issued again: the form's address names it", async () => {
  const app = await openTestApp();
  const { visitor } = await app.account();
  const opened = /href="([^"]*gift-codes\?new=[^"]+)"/.exec(
    (await visitor.request(PAGE)).text,
  )?.[1];
  const form = opened ?? "";
  const keyIn = (html: string) => /name="formKey" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const formKey = keyIn((await visitor.request(form)).text);
  expect(formKey).toMatch(/^[0-9a-f-]{36}$/);
  const press = (key: string) =>
    visitor.post(form, {
      intent: "issue",
      formKey: key,
      valueCents: "1",
      count: "3",
      lastDay: "",
      note: "",
    });
  expect((await press(formKey)).status).toBe(200);
  // The answer did not arrive: the page is loaded again, and the button pressed again.
  const again = keyIn((await visitor.request(form)).text);
  expect(again).toBe(formKey);
  expect((await press(again)).status).toBe(409);
  expect(await app.db.$count(giftBatches)).toBe(1);
  expect(await app.db.$count(giftCodes)).toBe(3);
});

test("a code is shown once and redeemed once; after ten that cannot be redeemed none is tried for a while", async () => {
  const app = await openTestApp();
  const admin = (await app.account()).visitor;
  const batch = { intent: "issue", formKey: randomUUID(), valueCents: "4.20", note: "" };
  const form = { ...batch, count: "2", lastDay: "" };
  const issued = await admin.post(PAGE, form);
  expect(issued.headers["cache-control"]).toContain("no-store");
  const codes = issued.text.match(/\b([0-9A-Z]{4}-){3}[0-9A-Z]{4}\b/g) ?? [];
  const [first = "", second = ""] = [...new Set(codes)];
  expect(new Set(codes).size).toBe(2);
  const again = await admin.post(PAGE, form);
  expect(again.status).toBe(409);
  for (const code of [first, second]) expect(again.text).not.toContain(code);
  expect((await admin.request(PAGE)).text).not.toContain(first);

  const { visitor } = await app.account();
  const redeem = (code: string) => visitor.post("/orders", { intent: "redeem", code });
  expect((await redeem(first)).status).toBe(302);
  expect((await visitor.request("/orders")).text).toContain("$4.20");
  const answers = new Set<string>();
  for (let i = 0; i < 10; i += 1) {
    const typed = i % 2 === 0 ? first : "0000-0000-0000-0000";
    const refused = await redeem(typed);
    expect(refused.status).toBe(400);
    answers.add(/This code cannot be redeemed[^<]*/.exec(refused.text)?.[0] ?? "");
  }
  expect(answers).toEqual(new Set([expect.stringContaining(UNUSABLE)]));
  const limited = await redeem(second);
  expect(limited.status).toBe(429);
  expect(limited.headers["retry-after"]).toMatch(/^\d+$/);
  expect((await visitor.request("/orders")).text).not.toContain("$8.40");

  // Another account is not limited by this one, and gets the code that was not tried.
  const other = (await app.account()).visitor;
  expect((await other.post("/orders", { intent: "redeem", code: second })).status).toBe(302);
});
