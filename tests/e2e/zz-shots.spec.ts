import { test } from "./back-office.ts";
const sizes = [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const;
test("shots", async ({ adminPage: page, office: { shop } }) => {
  test.setTimeout(200000);
  const take = async (name: string, fullPage = true) => {
    for (const [width, height] of sizes)
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.waitForTimeout(150);
        await page.screenshot({
          path: `/tmp/api-shots/${name}-${width}-${colorScheme}.png`,
          fullPage,
        });
      }
  };
  await page.goto("/admin/api-keys");
  await take("empty");
  await page.goto("/admin/api-keys?new");
  await page.getByRole("button", { name: "Make key" }).click();
  await take("form");
  const make = async (name: string, scopes: string[], lifetime: string) => {
    await page.goto("/admin/api-keys?new");
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    for (const s of scopes) await page.locator(`input[value="${s}"]`).check();
    await page.locator("[name=lifetime]").selectOption(lifetime);
    await page.getByRole("button", { name: "Make key" }).click();
    await page.locator(".new-key").waitFor();
  };
  await make("Old bot", ["orders:read"], "never");
  await make(
    "A very long name of a program that delivers all of it now xx",
    ["orders:read", "orders:write", "packages:read"],
    "year",
  );
  await make("Price list on the club's site", ["packages:read"], "never");
  await page.goto("/admin/api-keys");
  await page.getByRole("button", { name: "Revoke the key Old bot" }).click();
  await take("dialog", false);
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("Revoked", { exact: false }).first().waitFor();
  await make("Delivery bot", ["orders:read", "orders:write"], "quarter");
  const key = (await page.locator(".new-key code").textContent()) ?? "";
  await fetch(`${shop.url}/api/v1/orders`, { headers: { authorization: `Bearer ${key}` } });
  await take("full");
  await page.goto("/api");
  await take("reference");
});
