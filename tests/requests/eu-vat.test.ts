import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orders } from "#shop/orders/tables.ts";
import { settings } from "#shop/settings/tables.ts";
import { openTestApp } from "./open-app.ts";
import { placeOrder, valueOf } from "./place-order.ts";

const recipient: Record<string, string> = {
  ...{ intent: "account", tiktokUsername: "mira", tiktokUid: "" },
  email: "mira@example.com",
};

test("while it is off, nobody reads of VAT or is asked for a country", async () => {
  const app = await openTestApp();
  const admin = (await app.account()).visitor;
  const { id, visitor } = await placeOrder(app);
  await visitor.post("/checkout", { intent: "select", packageId: "2" });
  const pages = ["/checkout?step=account", "/terms", "/privacy", `/track-order?orderId=${id}`];
  for (const path of pages) {
    const { status, text } = await visitor.request(path);
    expect(status, path).toBe(200);
    expect(text.replaceAll(/<script.*?<\/script>/gs, ""), path).not.toMatch(/VAT|[Cc]ountry/);
  }
  expect((await admin.request("/admin/reports")).text).not.toContain("VAT by quarter");
});

test("with VAT by country, step 1 needs the country, and every page and the reports name the VAT", async () => {
  const app = await openTestApp();
  const admin = (await app.account()).visitor;
  await app.db.insert(settings).values([
    { name: "vatBasisPoints", value: 1900 },
    { name: "vatByCountry", value: true },
  ]);
  const visitor = app.visitor();
  await visitor.post("/checkout", { intent: "select", packageId: "2" });
  const step1 = "/checkout?step=account&package=2";
  expect((await visitor.request(step1)).text).toContain("Choose your country");
  for (const country of ["", "ZZ"]) {
    const refused = await visitor.post(step1, { ...recipient, ...(country && { country }) });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Please choose your country");
    // What was typed stays.
    expect(refused.text).toContain('value="mira@example.com"');
  }
  const saved = await visitor.post(step1, { ...recipient, country: "DE" });
  expect(saved.headers.location).toBe("/checkout?step=payment&package=2");
  expect((await visitor.request("/checkout?step=payment&package=2")).text).toContain(
    "Includes 19% VAT",
  );
  const last = (await visitor.request("/checkout?step=confirm&package=2")).text;
  for (const words of ["Germany", "Includes 19% VAT", "$2.39"]) expect(last).toContain(words);
  const checkoutId = valueOf(last, "checkoutId");
  const placed = await visitor.post("/checkout", { intent: "confirm", checkoutId });
  const id = /orderId=([A-Z0-9]{7})/.exec(placed.headers.location ?? "")?.[1] ?? "";
  expect((await visitor.request(`/track-order?orderId=${id}`)).text).toContain("$2.39");
  expect((await app.visitor().request(`/track-order?orderId=${id}`)).text).not.toContain("$2.39");
  expect((await admin.request(`/admin/orders/${id}`)).text).toContain("Germany");

  const year = new Date().getUTCFullYear();
  expect((await admin.request("/admin/reports/vat")).text).toContain(`No VAT in ${year}`);
  await app.db.update(orders).set({ status: "completed" }).where(eq(orders.id, id));
  const page = await admin.request("/admin/reports/vat");
  for (const words of ["Germany", "$12.60", "$2.39", "$14.99"]) expect(page.text).toContain(words);
  const quarter = Math.ceil((new Date().getUTCMonth() + 1) / 3);
  const file = (await admin.request("/admin/reports/vat/figures?format=csv")).text;
  expect(file.replaceAll('"', "").split("\r\n")).toEqual([
    "Quarter,Country code,Country,VAT (%),Orders,Net (USD),VAT (USD),Gross (USD)",
    `${year} Q${quarter},DE,Germany,19,1,12.6,2.39,14.99`,
    "",
  ]);
  expect((await admin.request("/admin/reports/vat?year=2019")).text).toContain("No VAT in 2019");

  // The country of the order comes with it.
  const again = await visitor.post(`/orders/${id}/again`, {});
  expect((await visitor.request(again.headers.location ?? "")).status).toBe(200);
});

test("a checkout from before the country was asked for goes back to step 1", async () => {
  const app = await openTestApp();
  const visitor = app.visitor();
  await visitor.post("/checkout", { intent: "select", packageId: "2" });
  await visitor.post("/checkout", recipient);
  await app.db.insert(settings).values([
    { name: "vatBasisPoints", value: 770 },
    { name: "vatByCountry", value: true },
  ]);
  const back = await visitor.request("/checkout?step=payment&package=2");
  expect(back.headers.location).toBe("/checkout?step=account&package=2");
});
