import { expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { packages } from "#shop/catalog/tables.ts";
import { orders } from "#shop/orders/tables.ts";
import { ownerTexts, settings } from "#shop/settings/tables.ts";
import { openTestApp } from "./open-app.ts";
import { valueOf } from "./place-order.ts";

const TEXTS = "/admin/settings/texts/es";

test("buyers read the owner's texts in Spanish, and the English ones where there are none", async () => {
  const app = await openTestApp();
  const admin = (await app.account()).visitor;
  await app.db.insert(settings).values([
    { name: "deliveryTime", value: "Coins arrive within an hour." },
    { name: "termsText", value: "Be kind." },
    { name: "refundsText", value: "We send it back." },
  ]);
  await app.db.update(packages).set({ description: "In English" }).where(eq(packages.id, "3"));
  const form = {
    intent: "save",
    version: valueOf((await admin.request(TEXTS)).text, "version"),
    shopName: "Tienda Luna",
    deliveryTime: "Las monedas llegan en una hora.",
    termsText: "Sé amable.",
    "package.2": "Un buen comienzo",
  };
  expect((await admin.post(TEXTS, form)).status).toBe(302);
  expect((await admin.post(TEXTS, form)).status).toBe(409);
  expect((await admin.request(TEXTS)).text).toContain("Sé amable.");

  const page = async (path: string) => (await app.visitor().request(path)).text;
  const home = await page("/es/");
  for (const text of ["Tienda Luna", "Un buen comienzo", "In English"])
    expect(home).toContain(text);
  expect(await page("/es/terms")).toContain("Sé amable.");
  expect(await page("/es/refunds")).toContain("We send it back.");
  expect(await page("/es/packages/2")).toContain("Un buen comienzo");
  expect(await page("/")).not.toContain("Un buen comienzo");
  expect(await page("/terms")).toContain("Be kind.");
  expect(await page("/fr/terms")).toContain("Be kind.");

  const buyer = app.visitor();
  await buyer.post("/es/checkout", { intent: "select", packageId: "2" });
  const checkout = (await buyer.request("/es/checkout?step=account&package=2")).text;
  expect(checkout).toContain("Un buen comienzo");
  expect(checkout).toContain("Las monedas llegan en una hora.");
});

test("buyers agree to the text of their page, and the order keeps it", async () => {
  const app = await openTestApp();
  await app.db.insert(settings).values([
    { name: "consentRequired", value: true },
    { name: "consentText", value: "I agree at once." },
  ]);
  const text = "Acepto que sea ya.";
  await app.db.insert(ownerTexts).values({ name: "consentText", language: "es", text });
  const buyer = app.visitor();
  await buyer.post("/es/checkout", { intent: "select", packageId: "2" });
  await buyer.post("/es/checkout", {
    ...{ intent: "account", tiktokUsername: "mira", tiktokUid: "", email: "mira@example.com" },
  });
  await buyer.request("/es/checkout?step=payment&package=2");
  const step3 = "/es/checkout?step=confirm&package=2";
  const page = (await buyer.request(step3)).text;
  expect(page).toContain(text);
  const form = { intent: "confirm", checkoutId: valueOf(page, "checkoutId") };
  expect((await buyer.post(step3, { ...form, consent: "I agree at once." })).status).toBe(400);
  expect((await buyer.post(step3, { ...form, consent: text })).status).toBe(302);
  expect(await app.db.select().from(orders)).toMatchObject([{ language: "es", consentText: text }]);
});

test("a buyer who says no language reads the one that the owner chose", async () => {
  const app = await openTestApp();
  const leadsTo = async (headers: Record<string, string> = {}) => {
    const opened = { "sec-fetch-dest": "document", ...headers };
    const response = await app.fetch("/", { headers: opened, redirect: "manual" });
    return response.headers.get("location") ?? response.status;
  };
  expect(await leadsTo()).toBe(200);
  await app.db.insert(settings).values({ name: "defaultLanguage", value: "de" });
  expect(await leadsTo()).toBe("/de/");
  expect(await leadsTo({ "accept-language": "ja" })).toBe("/de/");
  expect(await leadsTo({ "accept-language": "es" })).toBe("/es/");
  expect(await leadsTo({ "accept-language": "en" })).toBe(200);
  const chosen = await app.fetch("/language?to=en&next=/", { redirect: "manual" });
  const cookie = chosen.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(await leadsTo({ cookie })).toBe(200);
  // What is no page opened by a browser has no language.
  expect((await app.fetch("/", { redirect: "manual" })).status).toBe(200);
});
