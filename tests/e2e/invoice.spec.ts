import { readFileSync } from "node:fs";
import type { Download, Locator, Page } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "./admin-shop.ts";
import { panel, row } from "./orders-page.ts";
import { register, createPerson, confirmEmail } from "./people.ts";
import { placeOrder } from "./place-order.ts";
import { confirmOrder, goToPayment, readPayment, createBuyer, toast } from "./steps.ts";

async function download(page: Page, link: Locator): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return file;
}

async function textOf(pdf: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  return (await extractText(document, { mergePages: true })).text;
}

test("the order's page, My Orders and the admin panel have the same invoice @core", async ({
  page,
  adminPage,
  adminShop: { shop },
}) => {
  const person = createPerson();
  await register(page, person);
  await confirmEmail(page, shop, person.email);
  await goToPayment(page, "350", { ...createBuyer(), email: person.email });
  const payment = await readPayment(page);
  const orderId = await confirmOrder(page);

  const fromPage = page.getByRole("link", { name: "Download Invoice" });
  const proforma = await download(page, fromPage);
  expect(proforma.suggestedFilename()).toBe(`proforma-${orderId}.pdf`);
  expect(await textOf(readFileSync(await proforma.path()))).toContain("Awaiting payment");

  const txid = await shop.pay({ ...payment, confirm: 1 });
  await expect(page.getByRole("article").getByText("Processing").first()).toBeVisible();
  await expect
    .poll(async () => (await download(page, fromPage)).suggestedFilename())
    .toMatch(/^invoice-INV-\d{6}\.pdf$/);
  const paid = await download(page, fromPage);
  const pdf = readFileSync(await paid.path());
  const text = await textOf(pdf);
  for (const words of ["Paid", orderId, person.email, payment.address, txid, "$14.99"])
    expect(text).toContain(words);

  await page.goto("/orders");
  const fromList = await download(
    page,
    page.getByRole("link", { name: `Invoice for order ${orderId}` }),
  );
  await adminPage.goto(`/admin/orders/${orderId}?q=${orderId}`);
  const fromPanel = await download(
    adminPage,
    panel(adminPage).getByRole("link", { name: "Download Invoice" }),
  );
  await adminPage.goto(`/admin/orders?q=${orderId}`);
  const fromTable = await download(
    adminPage,
    row(adminPage, orderId).getByRole("link", { name: `Download invoice for order ${orderId}` }),
  );
  for (const other of [fromList, fromPanel, fromTable]) {
    expect(other.suggestedFilename()).toBe(paid.suggestedFilename());
    expect(readFileSync(await other.path()).equals(pdf)).toBe(true);
  }
});

test("the seller's data is saved in the settings, and printed on invoices", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  await page.goto("/admin/settings/invoices");
  const form = page.getByRole("form", { name: "Invoices" });
  const save = form.getByRole("button", { name: "Save Changes" });
  await form.getByLabel("Seller").fill("شركة العملات Ltd");
  await form.getByLabel("Address").fill("1\n2\n3\n4\n5\n6");
  await save.click();
  await expect(form.getByText("Address can have at most 5 lines")).toBeVisible();
  await form.getByLabel("Address").fill("12 Harbour Street\nCork");
  await form.getByLabel("Tax ID").fill("VAT ID IE1234567FA");
  await save.click();
  await expect(toast(page, "Invoice settings updated successfully")).toBeVisible();
  await page.reload();
  await expect(form.getByLabel("Address")).toHaveValue("12 Harbour Street\nCork");

  const { id } = await placeOrder(shop);
  const response = await page.request.get(`/orders/${id}/invoice`);
  const text = await textOf(await response.body());
  for (const words of ["شركة العملات", "12 Harbour Street", "Cork", "VAT ID IE1234567FA"])
    expect(text).toContain(words);
});
