import type { Page } from "@playwright/test";
import { camt } from "#shop/methods/bank/test-statements.ts";
import { expect, test } from "./admin-shop.ts";
import {
  badge,
  enableBankTransfers,
  orderByAnotherCustomer,
  orderByTransfer,
} from "./bank-transfer-steps.ts";
import { register, createPerson } from "./people.ts";
import { toast } from "./steps.ts";

async function upload(admin: Page, name: string, text: string): Promise<void> {
  await admin
    .getByLabel("File")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await admin.getByRole("button", { name: "Import", exact: true }).click();
}

const importColumns = (admin: Page) =>
  admin.getByRole("button", { name: "Import with these answers" }).click();
const show = (admin: Page) => admin.getByRole("button", { name: "Show what is read" }).click();
const tell = (admin: Page) =>
  admin.getByLabel("The money of this line").selectOption({ label: "Came in" });
const bookedOnly = (admin: Page) => admin.getByLabel(/lists booked lines only/).check();

const line = (admin: Page, text: string) => admin.locator(".bank__line").filter({ hasText: text });

test("columns are confirmed once, entries imported once, and they become payments @core", async ({
  page,
  browser,
  adminPage,
  adminShop,
}) => {
  await enableBankTransfers(adminPage);
  const first = await orderByTransfer(page);
  const second = await orderByAnotherCustomer(browser, adminShop);
  const third = await orderByAnotherCustomer(browser, adminShop);
  const day = new Date().toISOString().slice(0, 10);
  const csv = `Date,Name,Description,Amount
${day},Mira Holt,"order ${first.slice(0, 3).toLowerCase()} ${first.slice(3)}",14.99
${day},Jo Bloggs,${second},14.99
${day},Acme,Bill 77 of ${first}x,-80.00
${day},Somebody,Unknown gift to ${adminShop.shop.url.slice(-4)},3.00`;
  await adminPage.goto("/admin/bank");
  await upload(adminPage, "november.csv", csv);
  await show(adminPage);
  await expect(adminPage.getByRole("alert")).toContainText("enter the currency of the account");
  await adminPage.getByLabel("Currency of the account").fill("usd");
  await show(adminPage);
  await expect(adminPage.getByRole("alert")).toContainText("came in or went out");
  await tell(adminPage);
  await bookedOnly(adminPage);
  await importColumns(adminPage);
  await expect(adminPage.getByRole("alert")).toContainText("Please check it, then import");
  const preview = adminPage.getByRole("region", { name: "Preview" }).getByRole("listitem");
  await expect(preview.first()).toContainText(`Received $14.99 on ${day}`);
  await expect(preview.filter({ hasText: "Acme" })).toContainText(
    "Left out, because it is money out",
  );
  await importColumns(adminPage);
  await expect(adminPage.getByText("3 lines new, 1 line left out (1 money out)")).toBeVisible();
  await upload(adminPage, "november.csv", csv);
  await expect(adminPage.getByText("nothing new, 3 lines already known")).toBeVisible();

  await expect(line(adminPage, "Mira Holt")).toContainText("Certain");
  await expect(line(adminPage, "Mira Holt")).toContainText(
    "Evidence: account in USD, came in by its sign, booked by your word for this account.",
  );
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
  await expect(adminPage.getByText("nothing new, 2 lines already known")).toBeVisible();
  await line(adminPage, "Third Person").getByRole("button", { name: "Record for" }).click();
  await expect(toast(adminPage, "Payment recorded")).toBeVisible();
  await expect(line(adminPage, "Third Person")).toHaveCount(0);

  const fourth = line(adminPage, "Fourth");
  await fourth.getByText("What to do").click();
  await fourth.getByLabel("Record for order").fill("NOTHERE");
  await fourth.getByRole("button", { name: "Record", exact: true }).click();
  await expect(fourth.getByText("There is no order with this ID")).toBeVisible();
  await fourth.getByRole("button", { name: /Record without an order/ }).click();
  await expect(toast(adminPage, "it is waiting in Review")).toBeVisible();

  const gift = line(adminPage, "Somebody").first();
  await gift.getByText("What to do").click();
  await gift.getByRole("button", { name: /^Set aside/ }).click();
  await expect(toast(adminPage, "Line set aside")).toBeVisible();
  await adminPage.getByRole("link", { name: /^Set aside/ }).click();
  await line(adminPage, "Somebody")
    .first()
    .getByRole("button", { name: /^Restore/ })
    .click();
  await expect(toast(adminPage, "Line restored")).toBeVisible();
  await adminPage.getByRole("link", { name: /^Recorded/ }).click();
  await expect(line(adminPage, "Third Person").getByRole("link", { name: third })).toBeVisible();

  await adminPage.goto("/admin/audit?kind=bank");
  await expect(adminPage.getByText("imported the bank statement").first()).toBeVisible();
  await expect(adminPage.getByText("set aside the line").first()).toBeVisible();
});

test("ambiguous columns are asked for, and what is not understood is named", async ({
  adminPage,
}) => {
  const csv = (day: string, more = "") =>
    `Wann,Wieviel,Wozu,Stand\n01/02/${day},"EUR 1,50",Spende ${day},gebucht${more}`;
  await adminPage.goto("/admin/bank");
  await upload(adminPage, "nothing.csv", "nothing");
  await expect(adminPage.getByText("no line has a date and an amount")).toBeVisible();
  await upload(adminPage, "broken.xml", "<Document>\n<a>");
  await expect(adminPage.getByText(/^Line 2:/)).toBeVisible();
  await upload(adminPage, "november.zip", "PK\u0003\u0004");
  await expect(adminPage.getByText("This is a ZIP archive or an Excel file")).toBeVisible();

  await upload(adminPage, "odd.csv", csv("2026"));
  await expect(adminPage.getByRole("heading", { name: "The columns of odd.csv" })).toBeVisible();
  await show(adminPage);
  await expect(adminPage.getByRole("alert")).toHaveText("Please choose how dates are written");
  await adminPage.getByLabel("Dates are written").selectOption("dmy");
  await adminPage.getByLabel("Wozu", { exact: true }).selectOption({ label: "Text" });
  await tell(adminPage);
  await show(adminPage);
  const preview = adminPage.getByRole("region", { name: "Preview" });
  // With money in only, nothing shows that amounts have a sign.
  await expect(preview).toContainText("1.50 EUR on 2026-02-01. To check: nothing proves");
  await importColumns(adminPage);
  await expect(adminPage.getByText("1 line new")).toBeVisible();
  await expect(line(adminPage, "Spende 2026")).toContainText("1 Feb 2026");

  const more = `\n02/02/2025,"EUR 2,50",Unklar,halb\n03/02/2025,"2,50 Taler",Weg,gebucht\n04/02/2025,"EUR -5,00",Miete,gebucht`;
  await upload(adminPage, "odd.csv", csv("2025", more));
  await expect(adminPage.getByRole("alert")).toContainText("has not shown before");
  await expect(adminPage.getByLabel("Stand: gebucht")).toHaveValue("booked");
  await expect(preview).toContainText("Received 1.50 EUR on 2025-02-01: account in EUR");
  await importColumns(adminPage);
  await expect(adminPage.getByText("2 lines new, 1 line left out (1 money out)")).toBeVisible();
  await expect(adminPage.getByText("Line 4: “2,50 Taler” is not an amount")).toBeVisible();
  await expect(line(adminPage, "Unklar")).toContainText("“halb” in “Stand” has no meaning yet");
  // A meaning that is given once is not asked for again, and makes the same line certain of itself.
  await upload(adminPage, "odd.csv", csv("2025", more));
  await adminPage.getByLabel("Stand: halb").selectOption({ label: "Booked" });
  await importColumns(adminPage);
  await expect(adminPage.getByRole("alert")).toContainText("Please check it");
  await importColumns(adminPage);
  await expect(adminPage.getByText("nothing new, 2 lines already known")).toBeVisible();
  await expect(line(adminPage, "Unklar")).not.toContainText("Please check this line");
  await upload(adminPage, "odd.csv", csv("2025", more));
  await expect(adminPage.getByText("nothing new, 2 lines already known")).toBeVisible();
});

test("MT940 needs no question; CSV works without JavaScript, and on a phone", async ({
  browser,
  adminShop,
}) => {
  const context = await browser.newContext({
    baseURL: adminShop.shop.url,
    storageState: adminShop.signedIn,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const admin = await context.newPage();
  await admin.goto("/admin/bank");
  await upload(
    admin,
    "november.sta",
    ":20:A\n:25:1\n:60F:C261119EUR1,00\n:61:2611201120RD7,70NTRFX\n:86:166?20Back?32REVERSED\n-",
  );
  await expect(admin.getByText("november.sta is imported: 1 line new.")).toBeVisible();
  await expect(line(admin, "REVERSED")).toContainText("Please check this line: the bank reversed");
  await upload(
    admin,
    "plain.csv",
    "Date,Name,Description,Amount,Currency\n2026-11-20,Plain,Text,1.25,USD",
  );
  await tell(admin);
  await importColumns(admin);
  await importColumns(admin);
  await expect(admin.getByText("plain.csv is imported: 1 line new.")).toBeVisible();
  await line(admin, "Plain").getByText("What to do").click();
  await line(admin, "Plain")
    .getByRole("button", { name: /^Set aside/ })
    .click();
  await expect(line(admin, "Plain")).toHaveCount(0);
  await context.close();
});

test("a customer can neither see nor import statements", async ({ browser, adminShop }) => {
  const context = await browser.newContext({ baseURL: adminShop.shop.url });
  const customer = await context.newPage();
  await register(customer, createPerson());
  for (const path of ["/admin/bank", "/admin/review/receipts/1"]) {
    await customer.goto(path);
    await expect(customer).toHaveURL(`${adminShop.shop.url}/`);
    const posted = await customer.request.post(path, {
      multipart: {
        intent: "import",
        file: { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("Date,Amount\n") },
      },
      headers: { origin: adminShop.shop.url },
      maxRedirects: 0,
    });
    expect(posted.status()).toBe(302);
    expect(posted.headers().location).toBe("/");
  }
  await context.close();
});
