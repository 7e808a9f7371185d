import { eq } from "drizzle-orm";
import { identities } from "#shop/accounts/tables.ts";
import { settings } from "#shop/settings/tables.ts";
import { linkInMail, register, signIn, signOut, createPerson } from "./people.ts";
import { expect, test } from "./shop.ts";
import { openHydrated, toast } from "./steps.ts";

test("a wrong password and an unknown email have the same response @core", async ({ page }) => {
  const person = createPerson();
  await register(page, person);
  await page.context().clearCookies();
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
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  }
});

test("guests are redirected to sign in, and back afterwards @core", async ({ page }) => {
  const person = createPerson();
  await register(page, person);
  await page.context().clearCookies();
  await page.goto("/account/sessions");
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, person.email, person.password);
  await expect(page).toHaveURL(/\/account\/sessions$/);
  await expect(page.getByText("This browser", { exact: true })).toBeVisible();
});

test("the next parameter redirects only within the shop", async ({ page, shop }) => {
  const person = createPerson();
  await register(page, person);
  await page.context().clearCookies();
  await page.goto(`/login?next=${encodeURIComponent("//evil.example/")}`);
  await signIn(page, person.email, person.password);
  await expect(toast(page, "Login successful!")).toBeVisible();
  expect(new URL(page.url()).origin).toBe(shop.url);
});

test("a customer is redirected from the admin area to the home page", async ({
  page,
  browser,
  shop,
}) => {
  const first = await browser.newPage({ baseURL: shop.url });
  await register(first, createPerson());
  await first.close();
  await register(page, createPerson());
  await page.goto("/admin/orders");
  expect(new URL(page.url()).pathname).toBe("/");
});

test("'Loading...' shows while a guarded page is loading", async ({ page }) => {
  await register(page, createPerson());
  await openHydrated(page, "/track-order");
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

test("after too many attempts even the right password has to wait, and the page shows how long @core", async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  const person = createPerson();
  await register(page, person);
  await context.clearCookies();
  const tryInVain = async () => {
    // Longer than any password, so that the server does not hash it.
    const form = { email: person.email, password: "x".repeat(200) };
    const response = await page.request.post("/login", { form, headers: { origin: shop.url } });
    return response.status();
  };
  // Ten per window; retry if a new window has begun in between.
  await expect(async () => {
    await Promise.all(Array.from({ length: 10 }, tryInVain));
    expect(await tryInVain()).toBe(429);
  }).toPass();

  await page.goto("/login");
  await signIn(page, person.email, person.password);
  await expect(page.getByRole("alert")).toHaveText(
    /^Too many attempts\. Please wait (a minute|\d+ minutes) and try again\.$/,
  );
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(person.email);
  // Another account can still sign in.
  await register(page, createPerson());
});

test("wrong passwords from many networks lock the owner out of neither a known browser nor a mailed link", async ({
  browser,
  shop,
}) => {
  test.slow();
  const person = createPerson();
  const known = await browser.newPage({ baseURL: shop.url });
  await register(known, person);
  const phone = await browser.newPage({ baseURL: shop.url });
  await phone.goto("/login");
  await signIn(phone, person.email, person.password);
  await expect(toast(phone, "Login successful!")).toBeVisible();
  await signOut(phone);

  const guess = async (from: string) => {
    const response = await fetch(`${shop.url}/login`, {
      method: "POST",
      headers: { origin: shop.url, "x-forwarded-for": from },
      body: new URLSearchParams({ email: person.email, password: "x".repeat(200) }),
    });
    await response.text();
    return response.status;
  };
  // A hundred per hour; retry if a new hour has begun in between.
  await expect(async () => {
    await Promise.all(Array.from({ length: 100 }, (_, i) => guess(`203.0.113.${i}`)));
    expect(await guess("198.51.100.1")).toBe(429);
  }).toPass();

  // The password prompts of a session, and a browser that signed in before.
  await known.goto("/account/security");
  await known.getByLabel("Current password").fill("not my password");
  await known.getByLabel("New password", { exact: true }).fill("a brand new password");
  await known.getByLabel("Confirm new password").fill("a brand new password");
  await known.getByRole("button", { name: "Change password" }).click();
  await expect(known.getByText("Incorrect password")).toBeVisible();
  await phone.goto("/login");
  await signIn(phone, person.email, person.password);
  await expect(toast(phone, "Login successful!")).toBeVisible();

  // A new browser is told what to do.
  const context = await browser.newContext({
    baseURL: shop.url,
    extraHTTPHeaders: { "x-forwarded-for": "198.51.100.2" },
  });
  const page = await context.newPage();
  await page.goto("/login");
  await signIn(page, person.email, person.password);
  await expect(page.getByRole("alert")).toContainText("Too many failed sign-ins");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Forgot password?" })).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.goto(await linkInMail(shop, person.email, "new password"));
  const password = "a brand new password";
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm new password").fill(password);
  await page.getByRole("button", { name: "Save password" }).click();
  await signIn(page, person.email, password);
  await expect(toast(page, "Login successful!")).toBeVisible();
});

test("an expired password must be changed first", async ({ page, shop }) => {
  const person = createPerson();
  await register(page, person);
  await shop.changeDatabase(async (db) => {
    await db.insert(settings).values({ name: "passwordExpiration", value: "30" });
    await db.update(identities).set({ updatedAt: new Date(Date.now() - 31 * 24 * 60 * 60_000) });
  });
  await page.goto("/account/sessions");
  await expect(page).toHaveURL(/\/change-password\?next=%2Faccount%2Fsessions$/);
  await expect(page.getByText("This shop asks for a new password from time to time")).toBeVisible();

  const change = async (current: string, password: string, confirmed = password) => {
    await page.getByLabel("Current password").fill(current);
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("Confirm new password").fill(confirmed);
    await page.getByRole("button", { name: "Save and continue" }).click();
  };
  const password = "a brand new password";
  await change(person.password, password, "something else");
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await change(person.password, person.password);
  await expect(page.getByText("Please choose a password you have not just used")).toBeVisible();
  await change("not my password", password);
  await expect(page.getByText("Incorrect password")).toBeVisible();
  await page.goto("/orders");
  await expect(page).toHaveURL(/\/change-password/);
  await change(person.password, password);
  await expect(toast(page, "Password changed")).toBeVisible();
  await expect(page).toHaveURL(/\/orders$/);

  await signOut(page);
  await page.goto("/login");
  await signIn(page, person.email, password);
  await expect(toast(page, "Login successful!")).toBeVisible();
  await shop.changeDatabase(async (db) => {
    await db.delete(settings).where(eq(settings.name, "passwordExpiration"));
  });
});

test("a flood of sign-ins from one address is refused, and others still sign in", async ({
  browser,
  ownShop,
}) => {
  const shop = await ownShop({ SANDBOX_HASHES: "full" });
  const owner = createPerson();
  const page = await browser.newPage({ baseURL: shop.url });
  await register(page, owner);
  await page.close();

  const post = (from: string, email: string, password: string, path = "/login?next=%2Forders") =>
    fetch(`${shop.url}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: shop.url, "x-forwarded-for": from },
      body: new URLSearchParams({ email, password, next: "/" }),
    });
  const flood = Array.from({ length: 60 }, (_, n) =>
    post("203.0.113.7", `nobody${n}@example.com`, "a wrong password"),
  );
  // With JavaScript, the form posts to `.data`.
  const byScript = post("203.0.113.7", "typed@example.com", "a wrong password", "/login.data");
  const own = await post("198.51.100.1", owner.email, owner.password);
  expect(own.status).toBe(302);
  const responses = await Promise.all(flood);
  const refused = responses.filter(({ status }) => status === 429);
  // At most 8 wait at a time; the others were refused at once instead of queueing up.
  expect(refused.length).toBeGreaterThan(20);
  expect(refused.every(({ headers }) => headers.get("retry-after") === "5")).toBe(true);
  expect(responses.every(({ status }) => status === 429 || status === 401)).toBe(true);
  // A short page, because rendering sixty forms would delay the others.
  const text = await refused[0]?.text();
  expect(text).toContain("Too many sign-ins at once. Please try again in a few seconds.");
  expect(text).toContain('<a href="/login?next=%2Forders">Back to the form</a>');
  expect(text).not.toContain("<script");
  const data = await (await byScript).text();
  expect(data).toContain("Too many sign-ins at once. Please try again in a few seconds.");
  expect(data).toContain("typed@example.com");
});
