import { expect, test } from "./admin-shop.ts";
import { registerNewCustomer, openPanel } from "./customer-steps.ts";
import { register, signIn, createPerson } from "./people.ts";
import { confirmOrder, goToPayment, createBuyer, toast } from "./steps.ts";

test.describe.configure({ mode: "serial" });

test("the list is searched while typing, sorted, and opens a panel with its own URL @core", async ({
  page,
  adminPage,
}) => {
  const person = { ...createPerson(), name: "Ophelia Vandermeer-Castellanos" };
  await register(page, person);
  await adminPage.goto("/admin/customers");
  const table = adminPage.getByRole("table", { name: "Customers" });
  await adminPage.getByRole("searchbox", { name: "Search customers" }).pressSequentially("vanderm");
  await expect(adminPage).toHaveURL(/\?q=vanderm$/);
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table).toContainText(person.email);
  await expect(table).toContainText("not confirmed");

  await table.getByRole("link", { name: person.name }).click();
  const panel = adminPage.getByRole("dialog", { name: person.name });
  await expect(panel).toContainText("In 1 browser");
  await expect(panel).toContainText("Password");
  expect(new URL(adminPage.url()).pathname).toBe(`/admin/customers/${person.email}`);
  await adminPage.reload();
  await expect(panel).toBeVisible();
  await adminPage.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(adminPage).toHaveURL(/\/admin\/customers\?q=vanderm$/);

  await adminPage.getByRole("searchbox", { name: "Search customers" }).fill("nobody like this");
  await expect(adminPage.getByText("No customers found")).toBeVisible();
  await adminPage.getByRole("link", { name: "Clear the search" }).click();
  await expect(adminPage.getByRole("searchbox", { name: "Search customers" })).toHaveValue("");
  await table.getByRole("link", { name: "Spent" }).click();
  await expect(adminPage).toHaveURL(/\?sort=-spent$/);
  await expect(table.getByRole("columnheader", { name: "Spent" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
});

test("a guest is listed with their orders, with any characters in the email", async ({
  page,
  adminPage,
}) => {
  const email = `g/u#1?%2f+${Date.now()}@example.com`;
  await goToPayment(page, "70", { ...createBuyer(), email });
  const orderId = await confirmOrder(page);
  await adminPage.goto("/admin/customers?q=g/u%231");
  await adminPage.getByLabel("Show", { exact: true }).selectOption("Never bought");
  await expect(adminPage).toHaveURL(/only=never-bought/);
  const download = adminPage.waitForEvent("download");
  await adminPage.getByRole("button", { name: "Export the list as CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^customers-[\d-]+\.csv$/);
  await adminPage.getByRole("link", { name: email }).click();
  const panel = adminPage.getByRole("dialog", { name: email });
  await expect(panel).toContainText("the orders were placed as a guest");
  await adminPage.reload();
  await panel.getByRole("link", { name: orderId }).click();
  await expect(adminPage).toHaveURL(`/admin/orders/${orderId}`);
});

test("a customer becomes administrator, which signs them out, and customer again; both are in the audit log", async ({
  page,
  adminPage,
  adminShop,
}) => {
  const person = await registerNewCustomer(page);
  const panel = await openPanel(adminPage, person);
  await panel.getByRole("button", { name: "Make owner" }).click();
  const question = adminPage.getByRole("alertdialog");
  await expect(question).toContainText("They can see and change everything in the back office");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await panel.getByRole("button", { name: "Make owner" }).click();
  await question.getByRole("button", { name: "Make owner" }).click();
  await expect(toast(adminPage, "Owner added")).toBeVisible();
  await expect(panel).toContainText("Nowhere");

  await page.goto("/admin/customers");
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, person.email, person.password);
  await expect(page.getByRole("heading", { name: "Customers" })).toBeVisible();

  await panel.getByRole("button", { name: "Make customer" }).click();
  await question.getByRole("button", { name: "Make customer" }).click();
  await expect(toast(adminPage, "Customer again")).toBeVisible();
  await page.goto("/admin/customers");
  await expect(page).toHaveURL(/\/login\?next=/);

  await panel.getByRole("link", { name: "Changes" }).click();
  const log = adminPage.getByRole("table", { name: "Audit log" });
  await expect(log).toContainText(`made ${person.email} a customer again`);
  const made = log.getByRole("row").filter({ hasText: "an owner" });
  await expect(made).toContainText(adminShop.admin.email);
  await expect(made).toContainText("127.0.0.1");
  await made.locator("summary").click();
  await expect(made).toContainText("Sessions ended");
  await expect(made.getByRole("definition").first()).toHaveText("1");
});

test("a blocked customer is signed out at once, sees the reason only with the right password, and can be unblocked @core", async ({
  page,
  adminPage,
}) => {
  const person = await registerNewCustomer(page);
  const panel = await openPanel(adminPage, person);
  await panel.getByRole("button", { name: "Block", exact: true }).click();
  await adminPage.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
  await expect(toast(adminPage, "Account blocked")).toBeVisible();
  await expect(panel).toContainText("Blocked since");
  await expect(panel.getByRole("button", { name: "Make owner" })).toBeHidden();

  await page.goto("/orders");
  await expect(page).toHaveURL(/\/login/);
  const text = page.getByText("This account is blocked. Please contact support.");
  await signIn(page, person.email, "not the password");
  await expect(page.getByText("Login failed. Please check your credentials.")).toBeVisible();
  await expect(text).toBeHidden();
  await signIn(page, person.email, person.password);
  await expect(text).toBeVisible();

  await panel.getByRole("button", { name: "Unblock" }).click();
  await expect(toast(adminPage, "Account unblocked")).toBeVisible();
  await signIn(page, person.email, person.password);
  await expect(page).toHaveURL(/\/orders/);

  await expect(panel).toBeVisible();
  await adminPage.reload();
  await panel.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(toast(adminPage, "Signed out everywhere")).toBeVisible();
  await page.goto("/orders");
  await expect(page).toHaveURL(/\/login/);
});

test("a blocked customer sees the reason after a social sign-in, too", async ({
  page,
  adminPage,
}) => {
  const person = createPerson();
  const withGoogle = async () => {
    await page.goto("/sign-in/google");
    await page.getByLabel("Name").fill(person.name);
    await page.getByLabel("Email", { exact: true }).fill(person.email);
    await page.getByRole("button", { name: "Continue" }).click();
  };
  await withGoogle();
  await expect(toast(page, "Account created successfully!")).toBeVisible();
  const panel = await openPanel(adminPage, person);
  await panel.getByRole("button", { name: "Block", exact: true }).click();
  await adminPage.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
  await expect(toast(adminPage, "Account blocked")).toBeVisible();
  await withGoogle();
  await expect(page.getByText("This account is blocked. Please contact support.")).toBeVisible();
});

test("a stale change is rejected and shows the current state; the last administrator cannot be removed", async ({
  page,
  adminPage,
  adminShop,
}) => {
  const person = await registerNewCustomer(page);
  const panel = await openPanel(adminPage, person);
  const other = await adminPage.context().newPage();
  const otherPanel = await openPanel(other, person);
  await otherPanel.getByRole("button", { name: "Block", exact: true }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
  await expect(toast(other, "Account blocked")).toBeVisible();

  await panel.getByRole("button", { name: "Make owner" }).click();
  await adminPage.getByRole("alertdialog").getByRole("button", { name: "Make" }).click();
  await expect(panel.getByRole("alert")).toContainText(
    "Someone changed this account in the meantime",
  );
  await expect(panel.getByRole("button", { name: "Unblock" })).toBeVisible();
  await expect(adminPage.getByRole("alertdialog")).toBeHidden();

  const own = await openPanel(adminPage, adminShop.admin);
  await expect(own.getByRole("button", { name: "Block" })).toBeHidden();
  await own.getByRole("button", { name: "Make customer" }).click();
  await adminPage.getByRole("alertdialog").getByRole("button", { name: "Make customer" }).click();
  await expect(own.getByRole("alert")).toContainText("This is the only owner");
});

test("a customer has no access", async ({ page, adminPage, adminShop }) => {
  const person = await registerNewCustomer(page);
  const victim = adminShop.admin.email;
  const request = (path: string, options = {}) =>
    page.request.get(path, { maxRedirects: 0, ...options });
  for (const path of [
    "/admin/customers",
    `/admin/customers/${victim}`,
    "/admin/audit",
    "/admin/search?q=a",
  ]) {
    const response = await request(path);
    expect(`${response.status()} ${response.headers().location}`, path).toBe("302 /");
    const [before, query] = path.split("?");
    const data = await (await request(`${before}.data${query ? `?${query}` : ""}`)).text();
    expect(data, path).not.toContain(victim);
  }
  const post = await page.request.post(`/admin/customers/${person.email}`, {
    form: { intent: "promote", userId: "any", seen: "customer" },
    headers: { origin: adminShop.shop.url },
    maxRedirects: 0,
  });
  expect(post.headers().location).toBe("/");
  const panel = await openPanel(adminPage, person);
  await expect(panel.getByRole("button", { name: "Make owner" })).toBeVisible();
});

test("filters, panel and changes work without JavaScript", async ({ browser, page, adminShop }) => {
  const person = await registerNewCustomer(page);
  const { shop, signedIn } = adminShop;
  const context = await browser.newContext({
    baseURL: shop.url,
    storageState: signedIn,
    javaScriptEnabled: false,
  });
  const plain = await context.newPage();
  await plain.goto("/admin/customers");
  await plain.getByRole("searchbox", { name: "Search customers" }).fill(person.email);
  await plain.getByRole("button", { name: "Show" }).click();
  await plain.getByRole("link", { name: person.name }).click();
  await expect(plain.getByText("In 1 browser")).toBeVisible();
  await plain.locator("summary", { hasText: "Block" }).click();
  await plain.getByRole("button", { name: "Block", exact: true }).click();
  await expect(plain.getByText("Blocked since")).toBeVisible();
  await context.close();
});
