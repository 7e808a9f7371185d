import type { Page } from "@playwright/test";
import { expect } from "./admin-shop.ts";

/** Adds an endpoint for these events; returns the secret, which the page shows once. */
export async function addWebhook(
  page: Page,
  url: string,
  events: readonly string[],
): Promise<string> {
  await page.goto("/admin/webhooks");
  await page.getByRole("link", { name: "New webhook" }).click();
  const form = page.getByRole("form", { name: "New webhook" });
  await form.getByLabel("URL").fill(url);
  for (const box of await form.getByRole("group", { name: "Events" }).getByRole("checkbox").all())
    await box.setChecked(events.includes((await box.getAttribute("value")) ?? ""));
  await form.getByRole("button", { name: "Add webhook" }).click();
  const secret = await page.getByText(/^whsec_/).innerText();
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  return secret;
}
