import type { Locator } from "@playwright/test";
import { linkInMail, register, signIn, signOut, somebody, tryToRegister } from "./people.ts";
import { expect, test } from "./shop.ts";
import { confirmOrder, goToPayment, readPayment, someBuyer, toast } from "./steps.ts";

test("register, sign out, sign in again; the bar is right in the first HTML", async ({ page }) => {
  const person = somebody();
  await register(page, person);
  expect(new URL(page.url()).pathname).toBe("/");
  expect(await (await page.request.get("/")).text()).toContain('href="/orders"');
  await signOut(page);
  expect(await (await page.request.get("/")).text()).not.toContain('action="/sign-out"');
  await page.getByRole("link", { name: "Sign in" }).first().click();
  await signIn(page, person.email, person.password);
  await expect(toast(page, "Login successful!")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");
});

test("registering says what is wrong, in its exact words, and keeps what was typed", async ({
  page,
}) => {
  await page.goto("/register");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Please fill in all required fields")).toBeVisible();
  const person = somebody();
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByLabel("Confirm password").fill("shorter");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Password must be at least 8 characters")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill("something else");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByLabel(/Referral code/).fill("NOSUCH99");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("This referral code does not exist")).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue(person.name);
});

test("an address that has an account is refused without saying so", async ({
  page,
  browser,
  shop,
}) => {
  const person = somebody();
  await register(page, person);
  const other = await browser.newPage({ baseURL: shop.url });
  await tryToRegister(other, { ...person, password: "another password" });
  await expect(other.getByText("Registration failed. Please try again.")).toBeVisible();
  await other.close();
});

test("a wrong password and an unknown address are answered alike", async ({ page }) => {
  const person = somebody();
  await register(page, person);
  await signOut(page);
  await page.goto("/login");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Please enter both email and password")).toBeVisible();
  for (const [email, password] of [
    [person.email, "wrong password"],
    ["nobody@example.com", person.password],
  ] as const) {
    await page.goto("/login");
    await signIn(page, email, password);
    await expect(page.getByText("Login failed. Please check your credentials.")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
  }
});

test("whoever is not signed in is sent to sign in, and back again afterwards", async ({ page }) => {
  const person = somebody();
  await register(page, person);
  await signOut(page);
  await page.goto("/account/sessions");
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, person.email, person.password);
  await expect(page).toHaveURL(/\/account\/sessions$/);
  await expect(page.getByText("This browser", { exact: true })).toBeVisible();
});

test("a customer is led from the back office to the front page", async ({
  page,
  browser,
  shop,
}) => {
  const first = await browser.newPage({ baseURL: shop.url });
  await register(first, somebody());
  await first.close();
  await register(page, somebody());
  await page.goto("/admin/orders");
  expect(new URL(page.url()).pathname).toBe("/");
});

test("'Loading...' stands in while a guarded page is on its way", async ({ page }) => {
  await register(page, somebody());
  const arrived = Promise.withResolvers<void>();
  await page.route(/\/orders\.data/, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "My Orders" })
    .click();
  await expect(page.getByText("Loading...", { exact: true })).toBeVisible();
  arrived.resolve();
  await expect(page.getByRole("heading", { level: 1, name: "My Orders" })).toBeVisible();
});

test("registering and signing in work by keyboard alone", async ({ page }) => {
  const person = somebody();
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 40; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("not reached by Tab");
  };
  const type = async (label: string, text: string) => {
    await tabTo(page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  };
  await page.goto("/register");
  await type("Full name", person.name);
  await type("Email", person.email);
  await type("Password", person.password);
  await type("Confirm password", person.password);
  await tabTo(page.getByRole("checkbox"));
  await page.keyboard.press("Space");
  await tabTo(page.getByRole("button", { name: "Create account" }));
  await page.keyboard.press("Enter");
  await expect(toast(page, "Account created successfully!")).toBeVisible();

  await page.goto("/account");
  await tabTo(page.getByRole("banner").locator("summary").first());
  await page.keyboard.press("Enter");
  await tabTo(page.getByRole("button", { name: "Sign out" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();

  await page.goto("/login");
  await type("Email", person.email);
  await type("Password", person.password);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Login successful!")).toBeVisible();
});

test("next leads nowhere but into this shop", async ({ page, shop }) => {
  const person = somebody();
  await register(page, person);
  await signOut(page);
  await page.goto(`/login?next=${encodeURIComponent("//evil.example/")}`);
  await signIn(page, person.email, person.password);
  await expect(toast(page, "Login successful!")).toBeVisible();
  expect(new URL(page.url()).origin).toBe(shop.url);
});

test("a forgotten password is set anew by a mail whose link works once", async ({
  page,
  shop,
  browser,
}) => {
  const person = somebody();
  await register(page, person);
  const elsewhere = await browser.newPage({ baseURL: shop.url });
  await elsewhere.goto("/login");
  await elsewhere.getByRole("link", { name: "Forgot password?" }).click();
  await elsewhere.waitForURL(/forgot-password/);
  await elsewhere.getByLabel("Email").fill(person.email);
  await elsewhere.getByRole("main").getByRole("button").first().click();
  await expect(elsewhere.getByText(/a mail with a link is on its way/)).toBeVisible();
  const link = await linkInMail(shop, person.email, "new password");

  await elsewhere.goto(link);
  await elsewhere.getByLabel("New password", { exact: true }).fill("a brand new password");
  await elsewhere.getByLabel("Confirm new password").fill("a brand new password");
  await elsewhere.getByRole("main").getByRole("button").first().click();
  await expect(elsewhere).toHaveURL(/\/login/);
  await signIn(elsewhere, person.email, "a brand new password");
  await expect(toast(elsewhere, "Login successful!")).toBeVisible();

  // The old session has ended, and the link is used up.
  await page.goto("/orders");
  await expect(page).toHaveURL(/\/login/);
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill("yet another password");
  await page.getByLabel("Confirm new password").fill("yet another password");
  await page.getByRole("main").getByRole("button").first().click();
  await expect(page.getByRole("link", { name: /new link|forgot|again/i }).first()).toBeVisible();
  await elsewhere.close();
});

test("a guest's order shows in My Orders once the email is verified, and not before", async ({
  page,
  shop,
}) => {
  const person = somebody();
  await goToPayment(page, "350", { ...someBuyer(), email: person.email });
  const payment = await readPayment(page);
  const orderId = await confirmOrder(page);
  await shop.pay({ ...payment, confirm: 1 });
  await register(page, person);
  await page.goto("/orders");
  await expect(page.getByRole("heading", { name: "No Orders Yet" })).toBeVisible();
  await page.goto(await linkInMail(shop, person.email, "confirm your email"));
  await page.goto("/orders");
  await expect(page.getByRole("link", { name: orderId })).toBeVisible();
  await expect(page.getByText("$14.99")).toBeVisible();
  await page.goto("/orders?q=ZZZZZZZ");
  await expect(page.getByRole("link", { name: orderId })).toHaveCount(0);
  await page.goto("/orders?q=process");
  await expect(page.getByRole("link", { name: orderId })).toBeVisible();
});

test("the link in a mail confirms nothing for whoever is not signed in", async ({
  page,
  shop,
  browser,
}) => {
  const person = somebody();
  await register(page, person);
  const link = await linkInMail(shop, person.email, "confirm your email");
  const stranger = await browser.newPage({ baseURL: shop.url });
  await stranger.goto(link);
  await expect(stranger).toHaveURL(/\/login\?next=/);
  await page.goto("/account");
  await expect(page.getByText("Verified", { exact: true })).toHaveCount(0);
  await signIn(stranger, person.email, person.password);
  await expect(toast(stranger, "Login successful!")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();
  await stranger.close();
});

test("the owner's session shows all of an order, in another browser too", async ({
  page,
  shop,
  browser,
}) => {
  const person = somebody();
  await goToPayment(page, "70", { ...someBuyer(), email: person.email });
  const orderId = await confirmOrder(page);
  const phone = await browser.newPage({ baseURL: shop.url });
  await register(phone, person);
  await phone.goto(`/track-order?orderId=${orderId}`);
  await expect(phone.getByRole("article").getByText(person.email)).toHaveCount(0);
  await phone.goto(await linkInMail(shop, person.email, "confirm your email"));
  await phone.goto(`/track-order?orderId=${orderId}`);
  await expect(phone.getByRole("article").getByText(person.email)).toBeVisible();
  await phone.close();
});

test("a referral code links two accounts, and is copied with one press", async ({
  page,
  browser,
  shop,
}) => {
  await register(page, somebody());
  await page.goto("/orders");
  await page.getByRole("button", { name: /copy/i }).first().click();
  await expect(toast(page, "Referral code copied!")).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toMatch(/^[A-Z0-9]{8}$/);
  const friend = await browser.newPage({ baseURL: shop.url });
  await register(friend, somebody(), code.toLowerCase());
  await page.reload();
  await expect(page.getByText(/1 friend|Referred|referrals?/i).first()).toBeVisible();
  await friend.close();
});
