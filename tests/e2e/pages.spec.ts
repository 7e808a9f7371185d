import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, test } from "./shop.ts";
import { createBuyer } from "./steps.ts";

// With motion, as most visitors see the pages.
test.use({ reducedMotion: "no-preference" });

test("the home page has the four packages and the promotion in its HTML @core", async ({
  browser,
  shop,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: shop.url });
  await page.goto("/");
  const cards = page.getByRole("region", { name: "Pick a package" }).getByRole("article");
  await expect(cards).toHaveCount(5);
  for (const [index, texts] of [
    ["70 coins", "Perfect for beginners", "$2.99"],
    ["MOST POPULAR", "350 coins", "Most popular option", "$14.99", "$16.66", "10% off"],
    ["700 coins", "Great value package", "$29.99", "$35.28", "15% off"],
    ["1,400 coins", "Power user package", "$59.99", "$74.99", "20% off"],
    ["30,000 coins", "$199.99"],
  ].entries()) {
    for (const text of texts) await expect(cards.nth(index)).toContainText(text);
  }
  await page.close();
});

test("the home page's buttons lead to the packages", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Choose a package" }).first().click();
  await expect(page.getByRole("heading", { name: "Pick a package" })).toBeInViewport();
});

test("the navigation links to Track Order; the footer has its links, the support contact and the year", async ({
  page,
}) => {
  await page.goto("/terms");
  await page.getByRole("banner").getByRole("link", { name: "Track Order" }).click();
  await expect(page).toHaveURL(/\/track-order$/);
  await expect(page.getByLabel("Order ID", { exact: true })).toBeVisible();

  const foot = page.getByRole("contentinfo");
  const links = foot.getByRole("navigation", { name: "Quick links" }).getByRole("link");
  const where = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(where).toEqual([
    "/#packages",
    "/track-order",
    "/orders",
    "/#faq",
    "/terms",
    "/privacy",
    "/refunds",
  ]);
  for (const path of new Set(where.map((href) => href?.replace(/#.*/, "") ?? "")))
    expect((await page.request.get(path)).status(), path).toBe(200);
  const mail = foot.getByRole("link", { name: "@" });
  await expect(mail).toHaveAttribute("href", `mailto:${await mail.textContent()}`);
  await expect(foot.getByText(`© ${new Date().getUTCFullYear()} Satchel`)).toBeVisible();
});

test("a package has its own page with an estimate in bitcoin @core", async ({ page }) => {
  await page.goto("/packages/3");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("700");
  await expect(page.getByText("$29.99").first()).toBeVisible();
  await expect(page.getByText(/0\.000\d{5}/).first()).toBeVisible();
  await page.getByRole("button", { name: /^Buy Now/ }).click();
  await expect(page.getByLabel("TikTok username")).toBeVisible();
});

for (const path of ["/packages/nothing", "/nothing", "/nothing/at/all"]) {
  test(`${path} is the 404 page, with status 404`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
    await expect(page.getByText(/does not exist or has been moved/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
    await expect(page.getByRole("link", { name: "Track Your Order" })).toHaveAttribute(
      "href",
      "/track-order",
    );
  });
}

test("the theme is stored under darkMode and applied before the first paint @core", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole("button", { name: "Switch between light and dark" }).click();
  expect(await background()).not.toBe(light);
  expect(await page.evaluate(() => localStorage.getItem("darkMode"))).toBe("true");

  // The page is dark without any other script.
  await page.route("**/*.js", (route) => route.abort());
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  expect(await background()).not.toBe(light);
});

test("nothing is loaded from another host, and the CSP blocks no script or style @core", async ({
  page,
  shop,
}) => {
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(shop.url) && !request.url().startsWith("data:"))
      foreign.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  for (const path of ["/", "/packages/2", "/checkout", "/track-order", "/terms"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
  }
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
});

test("a purchase works by keyboard only @core", async ({ page }) => {
  const tabTo = async (name: string, role: "button" | "link" | "textbox") => {
    const target = page.getByRole(role, { name }).first();
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`${role} "${name}" is not reached by Tab`);
  };
  const buyer = createBuyer();
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await tabTo("Buy Now", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("TikTok username")).toBeVisible();
  await tabTo("TikTok username", "textbox");
  await page.keyboard.type(buyer.username);
  await tabTo("Email", "textbox");
  await page.keyboard.type(buyer.email);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("payment-amount")).toBeVisible();
  await tabTo("Continue", "link");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Confirm Order" })).toBeVisible();
  await tabTo("Confirm Order", "button");
  await page.keyboard.press("Enter");
  await page.waitForURL(/orderId=[A-Z0-9]{7}$/);
});

/** Returns the length of a response body as it is transferred, before decompression. */
async function transferredBytes(url: string, headers: Record<string, string>): Promise<number> {
  const [response] = (await once(get(url, { headers }), "response")) as [IncomingMessage];
  return (await buffer(response)).length;
}

test("pages, also the 404 page, are complete, and compressed for clients that accept it", async ({
  shop,
}) => {
  for (const [path, status] of [
    // A page without a clock, so that two responses are equal.
    ["/terms", 200],
    ["/nowhere", 404],
  ] as const) {
    const request = async (encoding: string) => {
      const headers = { "accept-encoding": encoding };
      const response = await fetch(`${shop.url}${path}`, { headers });
      expect(response.status).toBe(status);
      expect(response.headers.get("vary")).toBe("Accept-Encoding");
      const text = await response.text();
      const bytes = await transferredBytes(`${shop.url}${path}`, headers);
      return { headers: response.headers, text: text.replaceAll(/nonce="[^"]+"/g, ""), bytes };
    };
    const [plain, compressed] = [await request("identity"), await request("gzip, br")];
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(compressed.headers.get("content-encoding")).toBe("gzip");
    expect(compressed.text).toBe(plain.text);
    expect(plain.bytes).toBeGreaterThan(5_000);
    expect(compressed.bytes).toBeLessThan(plain.bytes / 2);
    const head = await fetch(`${shop.url}${path}`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([status, ""]);
  }
});
