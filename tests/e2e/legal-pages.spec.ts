import type { Page } from "@playwright/test";
import { expect, test } from "./admin-shop.ts";
import { toast } from "./steps.ts";

test.describe.configure({ mode: "serial" });

const legalForm = (page: Page) => page.getByRole("form", { name: "Legal pages" });

/** Opens the settings, and waits until the page is hydrated: then there is nothing to save. */
async function openSettings(page: Page): Promise<void> {
  await page.goto("/admin/settings/legal");
  await expect(legalForm(page).getByRole("button", { name: "Save Changes" })).toBeDisabled();
}

async function save(page: Page): Promise<void> {
  await legalForm(page).getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Legal pages updated successfully").first()).toBeVisible();
}

test("the footer links to the refunds page, which follows the settings", async ({ page }) => {
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByText("Not affiliated with TikTok")).toBeVisible();
  await footer.getByRole("link", { name: "Refunds" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Refunds" })).toBeVisible();
  await expect(page.getByText("in time or up to 60 minutes late")).toBeVisible();
  await page.goto("/privacy");
  for (const cookie of [
    "satchel_visitor",
    "satchel_signed_out",
    "satchel.session_token",
    "satchel.state",
    "satchel.known_browser",
  ])
    await expect(page.getByText(cookie)).toBeVisible();
});

test("a link in the footer of a page with scripts opens the page at its top, or at the part that it names", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 640 });
  // Hydrated, so that the router takes the link.
  await page.goto("/track-order", { waitUntil: "networkidle" });
  let loads = 0;
  page.on("load", () => (loads += 1));
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("link", { name: "Terms" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terms" })).toBeInViewport();
  await footer.getByRole("link", { name: "Packages" }).click();
  await expect(page.locator("#packages")).toBeInViewport();
  expect(loads).toBe(0);
});

test("the owner's text is previewed, published, and reset to the default @core", async ({
  adminPage: page,
}) => {
  const written =
    "Ask **{shop name}**.\n\n## My rules\n\n- [Press](javascript:alert(1)) or [write](mailto:a@example.com)\n\n<script>document.title = 'taken'</script>\n\n<img src=x onerror=\"document.title='taken'\">";
  await page.goto("/admin/settings/shop");
  // Any name, because the shop is shared with other tests.
  const shopName = await page.getByLabel("Shop name").inputValue();
  await openSettings(page);
  const form = legalForm(page);
  const field = form.getByLabel("Refunds", { exact: true });
  await expect(field).toHaveValue(/^When \{shop name\} sends money back/);
  await field.fill(written);
  await form.getByText("Preview of Refunds").click();
  await expect(form.getByRole("heading", { name: "My rules" })).toBeVisible();
  await save(page);

  await page.goto("/refunds");
  const article = page.getByRole("article");
  await expect(article.getByRole("heading", { name: "My rules" })).toBeVisible();
  await expect(article.getByText(`Ask ${shopName}.`)).toBeVisible();
  await expect(article.getByText("<script>document.title")).toBeVisible();
  await expect(article.getByText("<img src=x onerror")).toBeVisible();
  await expect(article.getByRole("link")).toHaveText(["write"]);
  await expect(page).toHaveTitle(`Refunds · ${shopName}`);

  await page.goto("/admin/audit");
  await page.getByText("Before and after").first().click({ force: true });
  await expect(page.getByText("Refunds text").first()).toBeVisible();

  await openSettings(page);
  await expect(field).toHaveValue(written);
  await form.getByRole("button", { name: "Use the default text for Refunds" }).click();
  await expect(form.getByText("Unsaved changes")).toBeVisible();
  await save(page);
  await page.goto("/refunds");
  await expect(article.getByRole("heading", { name: "What is not refunded" })).toBeVisible();
});

test("a text that is too long has an error at its field, and stays in it", async ({
  adminPage: page,
}) => {
  await openSettings(page);
  const field = legalForm(page).getByLabel("Terms", { exact: true });
  await field.fill("x".repeat(50_001));
  await legalForm(page).getByRole("button", { name: "Save Changes" }).click();
  await expect(legalForm(page).getByText("Terms is too long")).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/^x{50001}$/);
});

test("without JavaScript the form is saved, and an empty field restores the default text", async ({
  browser,
  adminShop,
}) => {
  const context = await browser.newContext({
    baseURL: adminShop.shop.url,
    storageState: adminShop.signedIn,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  for (const [text, heading] of [
    ["## Plainly mine", "Plainly mine"],
    // The maximum length, of characters with the longest form encoding.
    [`## All three\n\n${"字".repeat(49_985)}`, "All three"],
    ["", "Cookies"],
  ] as const) {
    await page.goto("/admin/settings/legal");
    for (const title of ["Terms", "Privacy", "Refunds"])
      await legalForm(page).getByLabel(title, { exact: true }).fill(text);
    await legalForm(page).getByRole("button", { name: "Save Changes" }).click();
    await page.goto("/privacy");
    await expect(page.getByRole("article").getByRole("heading", { name: heading })).toBeVisible();
  }
  await context.close();
});
