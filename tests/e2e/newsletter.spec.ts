import { expect, test } from "./admin-shop.ts";
import {
  allowNewsletters,
  requestNewsletter,
  CHECK_YOUR_MAIL,
  header,
  linkTo,
  mailTo,
  send,
  subscribe,
  write,
} from "./newsletter-steps.ts";
import { createPerson } from "./people.ts";
import { toast } from "./steps.ts";

test.describe.configure({ mode: "serial" });

test("while newsletters are disabled, customers can subscribe but nothing can be sent", async ({
  adminPage: page,
}) => {
  await allowNewsletters(page, null);
  await page.goto("/");
  await expect(
    page.getByRole("contentinfo").getByRole("button", { name: "Subscribe" }),
  ).toBeVisible();
  await page.goto("/admin/newsletter");
  await expect(page.getByText("Marketing emails are switched off")).toBeVisible();
});

test("subscribe in the footer, confirm, receive a newsletter, and unsubscribe with one click @core", async ({
  adminPage: admin,
  adminShop: { shop, admin: owner },
  browser,
}) => {
  await allowNewsletters(admin, 6000);
  const reader = createPerson().email;
  const page = await browser.newPage({ baseURL: shop.url });
  await page.goto("/track-order");
  await requestNewsletter(page, "nobody");
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expect(page.getByLabel("New packages and prices, in your inbox")).toBeFocused();
  await requestNewsletter(page, reader);
  await expect(page.getByText(CHECK_YOUR_MAIL)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/track-order");

  // Opening the link is not enough, because mail programs prefetch links.
  const confirm = linkTo(
    "/newsletter/confirm",
    await mailTo(shop, reader, "confirm your subscription"),
  );
  await page.goto(confirm);
  await admin.goto("/admin/newsletter/subscribers");
  await expect(admin.getByRole("row", { name: reader })).toContainText("Not confirmed");
  await page.getByRole("button", { name: "Confirm the subscription" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are subscribed");
  // The admin page updates live.
  await expect(admin.getByRole("row", { name: reader })).toContainText("Confirmed");

  // An existing subscriber gets the same response. From the home page, the form leads to a page of its own.
  await page.goto("/");
  await requestNewsletter(page, reader);
  await page.waitForURL("**/newsletter");
  await expect(page.getByText(CHECK_YOUR_MAIL)).toBeVisible();
  await mailTo(shop, reader, "you already receive our newsletter");

  const subject = `Cheaper coins ${Date.now()}`;
  await write(admin, subject, "Hello, **there**: <b>raw</b>\n\n[Look](https://shop.example/coins)");
  const preview = admin.frameLocator('iframe[class="mail-frame"]');
  await expect(preview.locator("strong")).toHaveText("there");
  await expect(preview.locator("p", { hasText: "<b>raw</b>" })).toBeVisible();
  await expect(preview.locator("p", { hasText: subject })).toBeVisible();
  await admin.getByRole("button", { name: "Send a test to me" }).click();
  await expect(toast(admin, "a test is on its way to you")).toBeVisible();
  const trial = await mailTo(shop, owner.email, subject);
  expect(trial.text).toContain("This is a test");
  expect(header(trial, "List-Unsubscribe")).toBeUndefined();

  await send(admin);
  await expect(admin.getByText("1 of 1 sent")).toBeVisible();
  await expect(
    admin
      .getByRole("banner")
      .or(admin.getByRole("main"))
      .getByText("Sent", { exact: true })
      .first(),
  ).toBeVisible();
  const mail = await mailTo(shop, reader, subject);
  expect(mail.text).toContain("Look https://shop.example/coins");
  expect(mail.html).toContain("<strong>there</strong>");
  expect(mail.html).not.toContain("<b>");

  const oneClick = /^<(.*)>$/.exec(header(mail, "List-Unsubscribe") ?? "")?.[1] ?? "";
  expect(header(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  expect(oneClick).toBe(linkTo("/newsletter/unsubscribe", mail));
  // Opening the link is not enough here, either.
  await page.goto(oneClick);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unsubscribe?");
  // A mail program: no cookies, and no Origin or its own.
  for (const origin of [undefined, "https://mail.example", "null"]) {
    const response = await fetch(oneClick, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...(origin !== undefined && { origin }),
      },
      body: "List-Unsubscribe=One-Click",
    });
    expect(response.status).toBe(200);
  }
  await admin.goto("/admin/newsletter/subscribers");
  await expect(admin.getByRole("row", { name: reader })).toContainText("Unsubscribed");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are unsubscribed");
  await page.getByRole("button", { name: "Subscribe again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unsubscribe?");
  await expect(admin.getByRole("row", { name: reader })).toContainText("Confirmed");
  await page.close();
});

test("a newsletter that is paused, killed and resumed reaches every subscriber once", async ({
  adminPage: admin,
  adminShop: { shop },
}) => {
  await allowNewsletters(admin, 1);
  const readers: string[] = [];
  for (let i = 0; i < 3; i += 1) readers.push(await subscribe(shop));
  const subject = `Slow news ${Date.now()}`;
  await write(admin, subject, "One after the other");
  await send(admin);
  await expect(admin.getByText(/^1 of \d sent/)).toBeVisible();
  await admin.getByRole("button", { name: "Stop" }).click();
  await expect(toast(admin, "Sending stopped")).toBeVisible();
  const received = async () =>
    (await Promise.all(readers.map((email) => shop.mailsTo(email)))).map(
      (mails) => mails.filter((mail) => mail.subject === subject).length,
    );
  const before = await received();
  await shop.killAndStart();
  await allowNewsletters(admin, 6000);
  expect(await received()).toEqual(before);

  await admin.goto("/admin/newsletter");
  await admin.getByRole("link", { name: subject }).click();
  await admin.getByRole("button", { name: "Go on" }).click();
  await expect(admin.getByText(/^(\d) of \1 sent/)).toBeVisible();
  expect(await received()).toEqual([1, 1, 1]);
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });

  test("a customer subscribes and confirms, and the owner writes, previews and sends", async ({
    adminPage: admin,
    adminShop: { shop },
    browser,
  }) => {
    const page = await browser.newPage({ baseURL: shop.url, javaScriptEnabled: false });
    const email = createPerson().email;
    await page.goto("/");
    await requestNewsletter(page, "nobody");
    await expect(page).toHaveURL(/\/newsletter$/);
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByText(CHECK_YOUR_MAIL)).toBeVisible();
    await page.goto(
      linkTo("/newsletter/confirm", await mailTo(shop, email, "confirm your subscription")),
    );
    await page.getByRole("button", { name: "Confirm the subscription" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are subscribed");
    await page.close();

    const subject = `Plain news ${Date.now()}`;
    await write(admin, subject, "Hello, **you**");
    await admin.getByRole("button", { name: "Preview" }).click();
    await expect(admin.frameLocator("iframe").locator("strong")).toHaveText("you");
    await admin.getByRole("button", { name: /^Send to/ }).click();
    await admin
      .getByRole("main")
      .getByRole("button", { name: /^Send to .* subscribers?$/ })
      .click();
    await expect(async () => {
      await admin.reload();
      await expect(admin.getByText(/^(\d) of \1 sent/)).toBeVisible({ timeout: 500 });
    }).toPass();
    await mailTo(shop, email, subject);
  });
});
