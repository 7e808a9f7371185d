import { linkInMail, openSession, register, signIn, createPerson, confirmEmail } from "./people.ts";
import { expect, test } from "./shop.ts";
import { buyNow, toast } from "./steps.ts";

test("name and birthday are changed", async ({ page }) => {
  await register(page, createPerson());
  await page.goto("/account");
  await page.getByLabel("Your name").fill("Mira H. Holt");
  await page
    .locator("form", { has: page.locator("[name=intent][value=name]") })
    .getByRole("button")
    .click();
  await expect(toast(page, "Name saved")).toBeVisible();
  await page.getByLabel("Your birthday").fill("1994-02-28");
  await page
    .locator("form", { has: page.locator("[name=intent][value=birthday]") })
    .getByRole("button")
    .click();
  await expect(toast(page, "Birthday saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Your name")).toHaveValue("Mira H. Holt");
  await expect(page.getByLabel("Your birthday")).toHaveValue("1994-02-28");
});

test("the email changes with the password and the link in the mail to the new address; the old address undoes it @core", async ({
  page,
  browser,
  shop,
}) => {
  test.slow();
  const person = createPerson();
  const after = createPerson();
  await register(page, person);
  await confirmEmail(page, shop, person.email);
  await page.goto("/account");
  const form = page.locator("form", { has: page.locator("[name=intent][value=email]") });
  await form.getByLabel("New email").fill(after.email);
  await form.getByLabel("Your password").fill("not my password");
  await form.getByRole("button").click();
  await expect(form.getByText("Incorrect password")).toBeVisible();
  await expect(form.getByLabel("New email")).toHaveValue(after.email);
  await form.getByLabel("Your password").fill(person.password);
  await form.getByRole("button").click();
  await expect(toast(page, "Mail sent")).toBeVisible();
  await confirmEmail(page, shop, after.email);

  // The owner of the old address. The link itself changes nothing; the button works without JavaScript.
  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false });
  const owner = await context.newPage();
  const link = await linkInMail(shop, person.email, "email address was changed");
  await page.goto(link);
  await owner.goto(link);
  await owner.getByRole("button", { name: "Change it back" }).click();
  await expect(owner.getByRole("heading", { name: "Your email is changed back" })).toBeVisible();
  await owner.goto(link);
  await expect(owner.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await page.goto("/account");
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, after.email, person.password);
  await expect(page.getByRole("alert")).toBeVisible();

  await owner.goto(await linkInMail(shop, person.email, "choose a new password"));
  const password = "a brand new password";
  await owner.getByLabel("New password", { exact: true }).fill(password);
  await owner.getByLabel("Confirm new password").fill(password);
  await owner.getByRole("button", { name: "Save password" }).click();
  await expect(owner.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goto("/login");
  await signIn(page, person.email, password);
  await expect(toast(page, "Login successful!")).toBeVisible();
});

test("changing the password ends the other sessions, and needs the old one @core", async ({
  page,
  browser,
  shop,
}) => {
  const person = createPerson();
  await register(page, person);
  const other = await browser.newPage({ baseURL: shop.url });
  await openSession(other, person);

  await page.goto("/account/security");
  const change = async (current: string) => {
    await page.getByLabel("Current password").fill(current);
    await page.getByLabel("New password", { exact: true }).fill("a brand new password");
    await page.getByLabel("Confirm new password").fill("a brand new password");
    await page
      .locator("form", { has: page.locator("[name=intent][value=password]") })
      .getByRole("button")
      .click();
  };
  await change("not my password");
  await expect(page.getByText("Incorrect password")).toBeVisible();
  await change(person.password);
  await expect(toast(page, "Password changed")).toBeVisible();
  await other.goto("/orders");
  await expect(other).toHaveURL(/\/login/);
  await other.close();
});

test("another session is listed, and ended", async ({ page, browser, shop }) => {
  const person = createPerson();
  await register(page, person);
  const other = await browser.newPage({ baseURL: shop.url });
  await openSession(other, person);
  await page.goto("/account/sessions");
  // As posted by a thief of the session.
  const forms: Record<string, string>[] = [
    { intent: "end-others" },
    { sessionId: "x", password: "not my password" },
  ];
  for (const form of forms)
    expect(
      (
        await page.request.post("/account/sessions", { form, headers: { origin: shop.url } })
      ).status(),
    ).toBe(400);
  await page.getByLabel("Your password").fill("not my password");
  await page.getByRole("button", { name: "End all others" }).click();
  await expect(page.getByText("Incorrect password")).toBeVisible();
  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("button", { name: "End all others" }).click();
  await expect(toast(page, "That session was signed out")).toBeVisible();
  await other.goto("/account");
  await expect(other).toHaveURL(/\/login/);
  await other.close();
});

test("own data is exported as JSON, and the account can be deleted @core", async ({
  page,
  browser,
  shop,
}) => {
  // The first account is the only administrator, which cannot be deleted.
  const first = await browser.newPage({ baseURL: shop.url });
  await register(first, createPerson());
  await first.close();
  const person = createPerson();
  await register(page, person);
  const response = await page.request.get("/account/export");
  expect(response.headers()["content-disposition"]).toContain("my-data.json");
  expect(await response.json()).toMatchObject({ account: { email: person.email }, orders: [] });

  await page.goto("/account/data");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Are you sure you want to delete your account?");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Delete account" }).click();
  for (const wrong of ["", "not my password"]) {
    const form = { intent: "delete", password: wrong };
    const refused = await page.request.post("/account/data", {
      form,
      headers: { origin: new URL(page.url()).origin },
    });
    expect(refused.status()).toBe(400);
  }
  await dialog.getByLabel("Your password").fill(person.password);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(toast(page, "Account deleted")).toBeVisible();
  await page.goto("/login");
  await signIn(page, person.email, person.password);
  await expect(page.getByText("Login failed. Please check your credentials.")).toBeVisible();
});

test("after a session that ended, signing in leads back to the page and its stored values", async ({
  page,
  browser,
  shop,
}) => {
  const person = createPerson();
  await register(page, person);
  await page.goto("/account");
  await page.getByLabel("Your name").fill("A name that took long to think of");

  const other = await browser.newPage({ baseURL: shop.url });
  await openSession(other, person);
  await other.goto("/account/sessions");
  await other.getByLabel("Your password").fill(person.password);
  await other.getByRole("button", { name: "End all others" }).click();
  await expect(toast(other, "That session was signed out")).toBeVisible();
  await other.close();

  await page
    .locator("form", { has: page.locator("[name=intent][value=name]") })
    .getByRole("button")
    .click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, person.email, person.password);
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByLabel("Your name")).toHaveValue(person.name);
});

test("pages work where the browser blocks storage", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
  });
  const person = createPerson();
  await register(page, person);
  await page.goto("/account");
  await page.getByRole("button", { name: "Switch between light and dark" }).first().click();
  await page.getByLabel("Your name").fill("Another name");
  await page
    .locator("form", { has: page.locator("[name=intent][value=name]") })
    .getByRole("button")
    .click();
  await expect(page.getByLabel("Account menu, Another name")).toBeVisible();
  await page.getByRole("link", { name: "Security" }).first().click();
  await expect(page.getByRole("heading", { name: "Password", exact: true })).toBeVisible();
});

test("every field names what browsers may fill in, and text that is no prose is left as typed", async ({
  page,
}) => {
  const person = createPerson();
  await page.goto("/");
  await buyNow(page, "70");
  const fieldsOf = async (path: string) => {
    const html = await (await page.request.get(path)).text();
    const inputs = html.match(/<(?:input|textarea|select)\b[^>]*>/g) ?? [];
    return inputs.filter((tag) => !/ hidden=|type="(?:hidden|checkbox|radio)"/.test(tag));
  };
  const shopPages = [
    "/checkout?step=account",
    "/track-order",
    "/track-order/links",
    "/newsletter",
    "/login",
    "/register",
    "/forgot-password",
  ];
  const check = async (paths: readonly string[]) => {
    for (const path of paths) {
      const fields = await fieldsOf(path);
      expect(fields.length, path).toBeGreaterThan(0);
      for (const field of fields) {
        expect(field, path).toMatch(/ name="\w+"/);
        expect(field, path).toMatch(/ autocomplete="[\w-]+"/i);
        const isText = !/ type="(?:email|password|date)"/.test(field);
        const hasLetters = !/ inputmode="numeric"/i.test(field);
        if (isText && hasLetters) expect(field, path).toMatch(/ autocapitalize="\w+"/i);
        const isName = /autocomplete="name"/i.test(field);
        if (isText && !isName) expect(field, path).toMatch(/ spellcheck="false"/i);
      }
    }
  };
  await check(shopPages);
  await register(page, person);
  await check(["/account", "/account/security", "/account/sessions", "/account/data", "/orders"]);
});
