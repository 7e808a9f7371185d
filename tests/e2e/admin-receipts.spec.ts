import type { Browser, Page } from "@playwright/test";
import { camt } from "#shop/methods/bank/test-statements.ts";
import { expectAccessible } from "./axe.ts";
import { expect, type Office, test } from "./back-office.ts";
import { register, somebody } from "./people.ts";
import { buyNow, fillAccount, someBuyer, toast } from "./steps.ts";

/** Has the shop take bank transfers. */
async function giveAccount(admin: Page): Promise<void> {
  await admin.goto("/admin/settings");
  const form = admin.locator("form").filter({ has: admin.getByLabel("Account name") });
  // Another one each time: nothing is saved where nothing has changed.
  await form.getByLabel("Account name").fill(`Example ${Date.now()} Ltd`);
  await form.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 00");
  await form.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(admin, "Payment settings updated")).toBeVisible();
}

/** Orders the 350 coins (14.99 USD) by bank transfer; resolves with the order's id. */
async function orderByTransfer(page: Page): Promise<string> {
  await page.goto("/");
  await buyNow(page, "350");
  await fillAccount(page, someBuyer());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /^Bank transfer/ }).click();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await page.waitForURL(/\/track-order\?orderId=[A-Z0-9]{7}/);
  return new URL(page.url()).searchParams.get("orderId") ?? "";
}

/** Another order, of a browser that nobody else has. */
async function orderByAnother(browser: Browser, { shop }: Office): Promise<string> {
  const context = await browser.newContext({ baseURL: shop.url });
  const orderId = await orderByTransfer(await context.newPage());
  await context.close();
  return orderId;
}

const badge = (page: Page) => page.getByRole("article").locator(".badge");

/** Opens the form that records a payment, in an order's panel. */
async function openRecordForm(admin: Page, orderId: string): Promise<void> {
  await admin.goto(`/admin/orders/${orderId}`);
  await admin.locator("summary", { hasText: "Record payment" }).click();
}

async function upload(admin: Page, name: string, text: string): Promise<void> {
  await admin
    .getByLabel("File")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await admin.getByRole("button", { name: "Import", exact: true }).click();
}

const line = (admin: Page, text: string) => admin.locator(".bank__line").filter({ hasText: text });

test("a payment recorded by hand: a wrong amount waits until it is accepted", async ({
  page,
  browser,
  adminPage,
  office,
}) => {
  await giveAccount(adminPage);
  const orderId = await orderByTransfer(page);
  await openRecordForm(adminPage, orderId);
  await expect(adminPage.getByLabel("Amount in dollars")).toHaveValue("14.99");
  await expect(adminPage.getByLabel("Method")).toHaveValue("bank_transfer");
  await adminPage.getByRole("button", { name: "Record payment" }).click();
  await expect(adminPage.getByText("Please enter the reference")).toBeVisible();
  await expectAccessible(adminPage);
  const reference = `NTRF-${orderId}`;
  await adminPage.getByLabel("Reference").fill(reference);
  await adminPage.getByLabel("Amount in dollars").fill("14.00");
  await adminPage.getByLabel("Who paid").fill("Mira Holt");
  await adminPage.getByRole("button", { name: "Record payment" }).click();
  await expect(toast(adminPage, "Payment recorded")).toBeVisible();
  const receipt = adminPage.getByRole("link", { name: "Bank transfer, $14.00" });
  await expect(receipt).toBeVisible();
  await expect(adminPage.getByText("$14.00 received")).toBeVisible();

  const other = await orderByAnother(browser, office);
  await openRecordForm(adminPage, other);
  await adminPage.getByLabel("Reference").fill(reference);
  await adminPage.getByRole("button", { name: "Record payment" }).click();
  await expect(
    adminPage.getByText(`This was recorded already, for order ${orderId}`),
  ).toBeVisible();

  await adminPage.goto("/admin/review");
  const row = adminPage.getByRole("row").filter({ hasText: orderId });
  await expect(row).toContainText("Too little");
  await expect(row).toContainText("$0.99");
  await expectAccessible(adminPage);
  await row.getByRole("link").click();
  await expect(adminPage).toHaveURL(/\/admin\/review\/receipts\/\d+$/);
  const panel = adminPage.getByRole("dialog");
  await expect(panel).toContainText("Less than the price has come");
  await expect(panel).toContainText(reference);
  await adminPage.getByRole("link", { name: "Accept", exact: true }).click();
  await adminPage.getByRole("button", { name: "Accept this payment" }).click();
  await expect(adminPage.getByText("Please say why")).toBeVisible();
  await adminPage.getByLabel("Reason").fill("Agreed by mail");
  await adminPage.getByRole("button", { name: "Accept this payment" }).click();
  await expect(toast(adminPage, "Payment accepted")).toBeVisible();
  await expect(badge(page)).toHaveText("Processing");

  await adminPage.goto("/admin/review?view=decided");
  await adminPage.getByRole("link", { name: orderId }).first().click();
  await adminPage.getByRole("link", { name: "Refund", exact: true }).click();
  await adminPage.getByLabel("Reason").fill("Too late");
  await adminPage.getByLabel("Reference of what was sent").fill("OUT-1");
  await adminPage.getByLabel("Amount in dollars").fill("20");
  await adminPage.getByRole("button", { name: "Record this refund" }).click();
  await expect(adminPage.getByText("This is more than is left of it")).toBeVisible();
  await expectAccessible(adminPage);
  await adminPage.getByLabel("Amount in dollars").fill("14.00");
  await adminPage.getByRole("button", { name: "Record this refund" }).click();
  await expect(toast(adminPage, "Refund recorded")).toBeVisible();
  await expect(adminPage.getByRole("row").filter({ hasText: orderId }).first()).toContainText(
    "sent back $14.00",
  );
});

test("statements: CSV and CAMT bring each line once, and lines become payments", async ({
  page,
  browser,
  adminPage,
  office,
}) => {
  await giveAccount(adminPage);
  const first = await orderByTransfer(page);
  const second = await orderByAnother(browser, office);
  const third = await orderByAnother(browser, office);
  const day = new Date().toISOString().slice(0, 10);
  const csv = `Date,Name,Description,Amount
${day},Mira Holt,"order ${first.slice(0, 3).toLowerCase()} ${first.slice(3)}",14.99
${day},Jo Bloggs,${second},14.99
${day},Acme,Bill 77 of ${first}x,-80.00
${day},Somebody,Unknown gift to ${office.shop.url.slice(-4)},3.00`;
  await adminPage.goto("/admin/bank");
  await upload(adminPage, "november.csv", csv);
  await expect(adminPage.getByText("3 lines new, 1 line left out")).toBeVisible();
  await expectAccessible(adminPage);
  await upload(adminPage, "november.csv", csv);
  await expect(adminPage.getByText("nothing new, 3 lines known already")).toBeVisible();

  await expect(line(adminPage, "Mira Holt")).toContainText("Certain");
  await adminPage.getByRole("button", { name: "Record all 2 certain ones" }).click();
  await expect(toast(adminPage, "Payments recorded")).toBeVisible();
  await expect(line(adminPage, "Mira Holt")).toHaveCount(0);
  await expect(badge(page)).toHaveText("Processing");

  const entries = [
    {
      amount: "14.99",
      day,
      reference: `C-${third}`,
      details: [{ payer: "Third Person", purpose: `for ${third}` }],
    },
    { amount: "9.99", day, reference: `D-${third}`, details: [{ payer: "Fourth", purpose: "x" }] },
  ];
  await upload(adminPage, "november.xml", camt(8, entries));
  await expect(adminPage.getByText("2 lines new")).toBeVisible();
  await upload(adminPage, "november.xml", camt(2, entries));
  await expect(adminPage.getByText("nothing new, 2 lines known already")).toBeVisible();
  await line(adminPage, "Third Person").getByRole("button", { name: "Record for" }).click();
  await expect(toast(adminPage, "Payment recorded")).toBeVisible();
  await expect(line(adminPage, "Third Person")).toHaveCount(0);

  const fourth = line(adminPage, "Fourth");
  await fourth.getByText("What to do").click();
  await fourth.getByLabel("Record for order").fill("NOTHERE");
  await fourth.getByRole("button", { name: "Record", exact: true }).click();
  await expect(fourth.getByText("There is no order with this ID")).toBeVisible();
  await expectAccessible(adminPage);
  await fourth.getByRole("button", { name: /Record as nobody/ }).click();
  await expect(toast(adminPage, "it waits in the review")).toBeVisible();

  const gift = line(adminPage, "Somebody").first();
  await gift.getByText("What to do").click();
  await gift.getByRole("button", { name: /^Set aside/ }).click();
  await expect(toast(adminPage, "Line set aside")).toBeVisible();
  await adminPage.getByRole("link", { name: /^Set aside/ }).click();
  await line(adminPage, "Somebody")
    .first()
    .getByRole("button", { name: /^Take back/ })
    .click();
  await expect(toast(adminPage, "Line taken back")).toBeVisible();
  await adminPage.getByRole("link", { name: /^Recorded/ }).click();
  await expect(line(adminPage, "Third Person").getByRole("link", { name: third })).toBeVisible();

  await adminPage.goto("/admin/audit?kind=bank");
  await expect(adminPage.getByText("imported the bank statement").first()).toBeVisible();
  await expect(adminPage.getByText("set aside the line").first()).toBeVisible();
});

test("columns that do not speak for themselves are asked for once", async ({ adminPage }) => {
  const csv = (day: string) => `Wann,Wieviel,Wozu\n01/02/${day},"1,50",Spende ${day}`;
  await adminPage.goto("/admin/bank");
  await upload(adminPage, "nothing.csv", "nothing");
  await expect(adminPage.getByText("neither a table in CSV")).toBeVisible();
  await upload(adminPage, "broken.xml", "<Document>\n<a>");
  await expect(adminPage.getByText(/^Line 2:/)).toBeVisible();

  await upload(adminPage, "odd.csv", csv("2026"));
  await expect(adminPage.getByRole("heading", { name: "The columns of odd.csv" })).toBeVisible();
  await expectAccessible(adminPage);
  const send = adminPage.getByRole("button", { name: "Import with these columns" });
  await send.click();
  await expect(adminPage.getByRole("alert")).toBeVisible();
  await adminPage.getByLabel("Date", { exact: true }).selectOption({ index: 1 });
  await adminPage.getByLabel("Amount", { exact: true }).selectOption({ index: 2 });
  await adminPage.getByLabel("Purpose", { exact: true }).selectOption({ index: 3 });
  await adminPage.getByLabel("Dates are written").selectOption("dmy");
  await adminPage.getByLabel("Amounts are written").selectOption(",");
  await send.click();
  await expect(adminPage.getByText("1 line new")).toBeVisible();
  await expect(line(adminPage, "Spende 2026")).toContainText("1 Feb 2026");
  await upload(adminPage, "odd.csv", csv("2025"));
  await expect(adminPage.getByText("1 line new")).toBeVisible();
});

test("without a script, and on a phone", async ({ browser, office }) => {
  const context = await browser.newContext({
    baseURL: office.shop.url,
    storageState: office.signedIn,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const admin = await context.newPage();
  await admin.goto("/admin/bank");
  await upload(admin, "plain.csv", "Date,Name,Description,Amount\n2026-11-20,Plain,Text,1.25");
  await expect(admin.getByText("plain.csv is imported: 1 line new.")).toBeVisible();
  await line(admin, "Plain").getByText("What to do").click();
  await line(admin, "Plain")
    .getByRole("button", { name: /^Set aside/ })
    .click();
  await expect(line(admin, "Plain")).toHaveCount(0);
  await context.close();
});

test("a customer neither sees statements nor imports one", async ({ browser, office }) => {
  const context = await browser.newContext({ baseURL: office.shop.url });
  const customer = await context.newPage();
  await register(customer, somebody());
  for (const path of ["/admin/bank", "/admin/review/receipts/1"]) {
    await customer.goto(path);
    await expect(customer).toHaveURL(`${office.shop.url}/`);
    const posted = await customer.request.post(path, {
      multipart: {
        intent: "import",
        file: { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("Date,Amount\n") },
      },
      headers: { origin: office.shop.url },
      maxRedirects: 0,
    });
    expect(posted.status()).toBe(302);
    expect(posted.headers().location).toBe("/");
  }
  await context.close();
});
