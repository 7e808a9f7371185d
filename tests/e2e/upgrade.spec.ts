import { expect, test } from "./admin-shop.ts";

test("a tab from before an upgrade, whose files are gone, opens the page that is pressed", async ({
  adminPage: page,
}) => {
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  // Until the tab loads a page of the new build.
  let isOld = true;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) isOld = false;
  });
  await page.route("**/assets/**", (route) =>
    isOld ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByRole("heading", { name: "Audit log" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/audit$/);
  expect(isOld).toBe(false);
  // An ordinary reload stays.
  await page.reload();
  await expect(page).toHaveURL(/\/admin\/audit$/);
});
