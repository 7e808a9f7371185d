import { linkInMail, pressConfirm, register, signIn, createPerson } from "./people.ts";
import { expect, test } from "./shop.ts";
import { toast } from "./steps.ts";

test("a forgotten password is reset by a mail whose link works once @core", async ({
  page,
  shop,
  browser,
}) => {
  const person = createPerson();
  await register(page, person);
  const elsewhere = await browser.newPage({ baseURL: shop.url });
  await elsewhere.goto("/login");
  await elsewhere.getByRole("link", { name: "Forgot password?" }).click();
  // The URL changes before the page does, which has a field with the same label.
  await expect(
    elsewhere.getByRole("heading", { level: 1, name: "Forgot password?" }),
  ).toBeVisible();
  await elsewhere.getByLabel("Email", { exact: true }).fill(person.email);
  await elsewhere.getByRole("main").getByRole("button").first().click();
  await expect(elsewhere.getByText(/an email with a link is on its way/)).toBeVisible();
  const link = await linkInMail(shop, person.email, "new password");

  await elsewhere.goto(link);
  await elsewhere.getByLabel("New password", { exact: true }).fill("a brand new password");
  await elsewhere.getByLabel("Confirm new password").fill("a brand new password");
  await elsewhere.getByRole("main").getByRole("button").first().click();
  await expect(elsewhere).toHaveURL(/\/login/);
  await signIn(elsewhere, person.email, "a brand new password");
  await expect(toast(elsewhere, "Login successful!")).toBeVisible();

  // The old session has ended, and the link is used.
  await page.goto("/orders");
  await expect(page).toHaveURL(/\/login/);
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill("yet another password");
  await page.getByLabel("Confirm new password").fill("yet another password");
  await page.getByRole("main").getByRole("button").first().click();
  await expect(page.getByRole("link", { name: /new link|forgot|again/i }).first()).toBeVisible();
  await elsewhere.close();
});

test("the link in a mail confirms nothing without a session", async ({ page, shop, browser }) => {
  const person = createPerson();
  await register(page, person);
  const link = await linkInMail(shop, person.email, "confirm your email");
  const stranger = await browser.newPage({ baseURL: shop.url });
  await stranger.goto(link);
  await expect(stranger).toHaveURL(/\/login\?next=/);
  await page.goto("/account");
  await expect(page.getByText("Verified", { exact: true })).toHaveCount(0);
  await signIn(stranger, person.email, person.password);
  await pressConfirm(stranger);
  await page.reload();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();
  await stranger.close();
});

test("the link that confirms an address works once; its result survives a reload @core", async ({
  page,
  shop,
}) => {
  const person = createPerson();
  await register(page, person);
  const link = await linkInMail(shop, person.email, "confirm your email");
  await page.goto(link);
  await pressConfirm(page);
  expect(page.url()).not.toContain("token");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Email address confirmed" })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await page.goto("/account");
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();
});

test("several accounts together mail a stranger's address ten times in an hour at most", async ({
  browser,
  shop,
}) => {
  const stranger = createPerson().email;
  const statuses: number[] = [];
  for (let account = 0; account < 2; account += 1) {
    const page = await browser.newPage({ baseURL: shop.url });
    const person = createPerson();
    await register(page, person);
    for (let mail = 0; mail < 8; mail += 1) {
      const form = { intent: "email", email: stranger, password: person.password };
      const response = await page.request.post("/account", {
        form,
        headers: { origin: shop.url },
        maxRedirects: 0,
      });
      statuses.push(response.status());
    }
    await page.close();
  }
  expect(statuses.filter((status) => status === 302)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(6);
  await expect.poll(async () => (await shop.mailsTo(stranger)).length).toBe(10);
});
