import { expect } from "@playwright/test";
import { sql } from "drizzle-orm";
import { camt } from "#shop/methods/bank/test-statements.ts";
import { mails } from "#shop/mail/tables.ts";
import { enableBankTransfers, orderByTransfer } from "../bank-transfer-steps.ts";
import { allowNewsletters, linkTo, mailTo, send, subscribe, write } from "../newsletter-steps.ts";
import { form, save } from "../settings-page.ts";
import { toast } from "../steps.ts";
import { check, checkPath, orderOnChain, type Visit } from "./screens.ts";

/** The dashboard of a new shop, and reports without orders. */
export async function checkEmptyShop({ admin: page }: Visit): Promise<void> {
  await page.goto("/admin");
  await expect(page.getByText("No orders yet")).toBeVisible();
  await check(page, "the dashboard of a new shop");
  await page.goto("/admin/reports?period=custom&from=2025-03-10&to=2025-03-12");
  await expect(page.getByText("No package data available")).toBeVisible();
  await check(page, "a report without orders");
}

/** The dashboard, lists and the quick search of a shop with orders. */
export async function checkLists({ shop, admin: page }: Visit): Promise<void> {
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await check(page, "the dashboard");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin");
  await page.getByRole("navigation", { name: "Back office" }).getByText("More").click();
  await expect(page.getByRole("navigation", { name: "More" })).toBeInViewport({ ratio: 1 });
  await check(page, "the navigation of a phone");
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/admin/reports?period=year");
  await page.getByText("View as table").click();
  await check(page, "a report as a table");
  await page.goto("/admin/reports?period=calendar");
  await page.getByText("View as table").click();
  await check(page, "a month of the calendar");
  await page.goto("/admin/audit");
  await page.locator("summary").last().click();
  await check(page, "an entry of the audit log");
  await checkPath(page, "/admin/customers");
  await page.getByRole("table").getByRole("link").last().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await check(page, "a customer");
  await checkPath(page, "/admin/packages?edit=2");
  await page.goto("/admin/audit");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const search = page.getByRole("dialog", { name: "Search the back office" });
  await search.getByRole("combobox").fill("3");
  await expect(search.getByRole("option").first()).toBeVisible();
  await check(page, "the quick search");

  const failedAt = new Date();
  await shop.changeDatabase(async (db) => {
    await db.insert(mails).values(
      ["mira@example.com", `${"a-very-long-name-".repeat(3)}holt@mail.example`].map((to) => ({
        key: `order-failed:7KQ2M9X:${to}`,
        to,
        message: {
          template: "order-failed" as const,
          orderId: "7KQ2M9X",
          coins: 350,
          tiktokUsername: "mira.holt",
          totalCents: 1499,
          reason: null,
          trackingKey: "key",
        },
        createdAt: failedAt,
        nextAttemptAt: failedAt,
        attempts: 31,
        lastError: "550 5.1.1 The email account that you tried to reach does not exist",
        failedAt,
      })),
    );
  });
  await page.goto("/admin/mails");
  await expect(page.getByText("does not exist (31 attempts)")).toHaveCount(2);
  await check(page, "failed mails");
}

/** The settings, with previews, an unsaved time zone, and a gap of unpaid addresses. */
export async function checkSettings({ shop, admin: page }: Visit): Promise<void> {
  const setGapLimit = async (limit: string) => {
    await page.goto("/admin/settings/bitcoin");
    await form(page, "Bitcoin")
      .getByLabel("Unused addresses my wallet checks (gap limit)")
      .fill(limit);
    await save(page, "Bitcoin", "Bitcoin settings updated successfully");
  };
  for (let i = 0; i < 21; i += 1) await orderOnChain(shop);
  await setGapLimit("20");
  await page.goto("/admin/settings/legal");
  const legal = form(page, "Legal pages");
  await expect(legal.getByRole("button", { name: "Save Changes" })).toBeDisabled();
  for (const title of ["Terms", "Privacy", "Refunds"])
    await legal.getByText(`Preview of ${title}`).click();
  await check(page, "the settings with previews");
  await page.goto("/admin");
  await expect(page.getByRole("link", { name: /Unpaid addresses in a row/ })).toBeVisible();
  await check(page, "a gap of unpaid addresses");
  await setGapLimit("1000");

  if (shop.databaseUrl === null) return;
  await shop.changeDatabase((db) =>
    db.transaction(async (tx) => {
      // Like a long transaction that inserts an order: the rebuild of the metrics has to wait.
      await tx.execute(sql`select lock_metric_snapshots()`);
      await page.goto("/admin/settings/shop");
      await form(page, "Shop").getByLabel("Time zone").selectOption("Pacific/Kiritimati");
      await save(page, "Shop", "Shop settings updated successfully");
      await page.goto("/admin/reports");
      await expect(page.getByText(/Days begin as in UTC until/)).toBeVisible();
      await check(page, "a report while orders are recounted");
    }),
  );
}

/** Bank statements, and payments that are recorded by hand. */
export async function checkBankTransfers({ browser, shop, admin }: Visit): Promise<void> {
  await enableBankTransfers(admin);
  const page = await browser.newPage({ baseURL: shop.url });
  const orderId = await orderByTransfer(page);
  await check(page, "an order by bank transfer");
  await page.close();
  await admin.goto(`/admin/orders/${orderId}`);
  await admin.locator("summary", { hasText: "Record payment" }).click();
  await admin.getByRole("button", { name: "Record payment" }).click();
  await expect(admin.getByText("Please enter the reference")).toBeVisible();
  await check(admin, "recording a payment, with an error");
  await admin.getByLabel("Reference").fill(`NTRF-${orderId}`);
  await admin.getByLabel("Amount in dollars").fill("14.00");
  await admin.getByLabel("Who paid").fill("Mira Holt");
  await admin.getByRole("button", { name: "Record payment" }).click();
  await expect(toast(admin, "Payment recorded")).toBeVisible();
  await admin.goto("/admin/review");
  const row = admin.getByRole("row").filter({ hasText: orderId });
  await expect(row).toContainText("Too little");
  await check(admin, "a recorded payment to review");
  await row.getByRole("link").click();
  await admin.getByRole("link", { name: "Refund", exact: true }).click();
  await admin.getByLabel("Reason").fill("Too late");
  await admin.getByLabel("Reference of the refund").fill("OUT-1");
  await admin.getByLabel("Amount in dollars").fill("20");
  await admin.getByRole("button", { name: "Record this refund" }).click();
  await expect(admin.getByText("This is more than is left of it")).toBeVisible();
  await check(admin, "refunding a recorded payment, with an error");

  const upload = async (name: string, text: string) => {
    await admin
      .getByLabel("File")
      .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    await admin.getByRole("button", { name: "Import", exact: true }).click();
  };
  await admin.goto("/admin/bank");
  const details = [{ payer: "Fourth", purpose: "x" }];
  const day = new Date().toISOString().slice(0, 10);
  await upload("november.xml", camt(8, [{ amount: "9.99", day, reference: "D", details }]));
  await expect(admin.getByText("1 line new")).toBeVisible();
  const line = admin.locator(".bank__line").filter({ hasText: "Fourth" });
  await line.getByText("What to do").click();
  await line.getByLabel("Record for order").fill("NOTHERE");
  await line.getByRole("button", { name: "Record", exact: true }).click();
  await expect(line.getByText("There is no order with this ID")).toBeVisible();
  await check(admin, "a bank statement, with an error");
  await upload("odd.csv", `Wann,Wieviel,Wozu\n01/02/2026,"1,50",Spende`);
  await expect(admin.getByRole("heading", { name: "The columns of odd.csv" })).toBeVisible();
  await check(admin, "the columns of a bank statement");
}

/** Newsletters: a draft, sending it, what was sent, and a subscriber's pages. */
export async function checkNewsletters({ shop, admin }: Visit): Promise<void> {
  await allowNewsletters(admin, 6000);
  const email = await subscribe(shop);
  await write(admin, "Looks", "## Small news\n\nHello, **there**\n\n- one\n- two");
  await send(admin);
  await expect(admin.getByText(/^(\d) of \1 sent/)).toBeVisible();
  const sent = new URL(admin.url()).pathname;
  const out = new URL(linkTo("/newsletter/unsubscribe", await mailTo(shop, email, "Looks")));
  await write(admin, "A draft", "Not **yet**");
  await admin.getByRole("button", { name: "Save draft" }).click();
  await expect(toast(admin, "Draft saved")).toBeVisible();
  const draft = new URL(admin.url()).pathname;
  for (const path of [draft, `${draft}?send=1`, sent]) {
    await admin.goto(path);
    await expect(admin.frameLocator('iframe[class="mail-frame"]').locator("strong")).toBeVisible();
    await check(admin, path);
  }
  await checkPath(admin, `${out.pathname}${out.search}`);
  await checkPath(admin, "/admin/newsletter");
  await checkPath(admin, "/admin/newsletter/subscribers");
}
