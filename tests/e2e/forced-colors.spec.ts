import type { Locator } from "@playwright/test";
import { expect, test } from "./admin-shop.ts";
import { createBuyer, goToPayment } from "./steps.ts";

const outline = (locator: Locator) =>
  locator.evaluate((element) => getComputedStyle(element).outlineStyle);

test("with forced colours the current menu item, tab, section and step have an outline", async ({
  adminPage: page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/admin/orders?status=pending");
  const side = page.getByRole("navigation", { name: "Back office" });
  const tabs = page.getByRole("navigation", { name: "Status" });
  expect(await outline(side.getByRole("link", { name: "Orders" }))).toBe("double");
  expect(await outline(side.getByRole("link", { name: "Reports" }))).toBe("none");
  expect(await outline(tabs.getByRole("link", { name: /^Pending/ }))).toBe("double");
  expect(await outline(tabs.getByRole("link", { name: /^All/ }))).toBe("none");

  await goToPayment(page, "350", createBuyer());
  const steps = page.getByRole("listitem");
  await expect(steps.filter({ hasText: "Payment" }).first()).toHaveAttribute(
    "aria-current",
    "step",
  );
  expect(await outline(page.locator("[aria-current=step] .stepper__n"))).toBe("double");
});
