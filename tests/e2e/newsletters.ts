import { type Browser, expect, type Page } from "@playwright/test";
import { somebody } from "./people.ts";
import type { Mail, Shop } from "./shop.ts";
import { toast } from "./steps.ts";

/** Switches newsletters on, with so many mails in a minute; off with null. */
export async function allowNewsletters(page: Page, perMinute: number | null): Promise<void> {
  await page.goto("/admin/settings");
  const form = page.getByRole("form", { name: "Email Notifications" });
  const save = form.getByRole("button", { name: "Save Changes" });
  // It can be pressed until a script has seen that there is nothing to save.
  await expect(save).toBeDisabled();
  await form.getByRole("switch", { name: "Marketing emails" }).setChecked(perMinute !== null);
  if (perMinute !== null)
    await form.getByLabel("Newsletter mails per minute").fill(String(perMinute));
  if (await form.getByText("Unsaved changes").isVisible()) await save.click();
  await expect(save).toBeDisabled();
}

/** Asks for the newsletter at the foot of a page. */
export async function askFor(page: Page, email: string): Promise<void> {
  const footer = page.getByRole("contentinfo");
  await footer.getByLabel("New packages and prices by mail").fill(email);
  await footer.getByRole("button", { name: "Subscribe" }).click();
}

export const CHECK_YOUR_MAIL = /Check your mail: a link to confirm is on its way/;

/** The newest mail to this address whose subject says this. */
export async function mailTo(shop: Shop, email: string, subject: string): Promise<Mail> {
  const find = async () =>
    (await shop.mailsTo(email)).find((mail) => mail.subject.includes(subject));
  await expect.poll(find).toBeDefined();
  const mail = await find();
  if (!mail) throw new Error("no such mail");
  return mail;
}

export function linkTo(path: string, mail: Mail): string {
  const link = mail.text.split(/\s+/).find((word) => word.includes(path));
  if (!link) throw new Error(`no link to ${path} in the mail`);
  return link;
}

/** Somebody who has asked, followed the link and pressed the button. */
export async function subscribe(
  browser: Browser,
  shop: Shop,
  email = somebody().email,
): Promise<string> {
  const page = await browser.newPage({ baseURL: shop.url });
  await page.goto("/terms");
  await askFor(page, email);
  await expect(page.getByText(CHECK_YOUR_MAIL)).toBeVisible();
  await page.goto(
    linkTo("/newsletter/confirm", await mailTo(shop, email, "confirm your subscription")),
  );
  await page.getByRole("button", { name: "Confirm the subscription" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are subscribed");
  await page.close();
  return email;
}

export async function write(page: Page, subject: string, markdown: string): Promise<void> {
  await page.goto("/admin/newsletter/new");
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Text", { exact: true }).fill(markdown);
}

/** Sends the newsletter that is open in the editor, and answers the question. */
export async function send(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Send to/ }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Send to/ })
    .click();
  await expect(toast(page, "The newsletter is being sent")).toBeVisible();
}

export function header(mail: Mail, name: string): string | undefined {
  return mail.headers.find((one) => one.name.toLowerCase() === name.toLowerCase())?.value;
}
