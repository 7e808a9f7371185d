import { expect, type Page } from "@playwright/test";
import { createPerson } from "./people.ts";
import type { Mail, Shop } from "./shop-process.ts";
import { toast } from "./steps.ts";

/** Enables newsletters with a number of mails per minute; disables them with null. */
export async function allowNewsletters(page: Page, perMinute: number | null): Promise<void> {
  await page.goto("/admin/settings/email");
  const form = page.getByRole("form", { name: "Email Notifications" });
  const save = form.getByRole("button", { name: "Save Changes" });
  // The button is enabled until the page is hydrated.
  await expect(save).toBeDisabled();
  await form.getByRole("switch", { name: "Marketing emails" }).setChecked(perMinute !== null);
  if (perMinute !== null)
    await form.getByLabel("Newsletter emails per minute").fill(String(perMinute));
  if (await form.getByText("Unsaved changes").isVisible()) await save.click();
  await expect(save).toBeDisabled();
}

/** Submits the newsletter form in the footer. */
export async function requestNewsletter(page: Page, email: string): Promise<void> {
  const footer = page.getByRole("contentinfo");
  await footer.getByLabel("New packages and prices, in your inbox").fill(email);
  await footer.getByRole("button", { name: "Subscribe" }).click();
}

export const CHECK_YOUR_MAIL = /Check your inbox: a confirmation link is on its way/;

/** Returns the newest mail to this address with this subject. */
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

/** Subscribes on the terms page and confirms, by posting the forms; returns the email. */
export async function subscribe(shop: Shop, email = createPerson().email): Promise<string> {
  const terms = await (await fetch(`${shop.url}/terms`)).text();
  const source = /name="source" value="([^"]*)"/.exec(terms)?.[1] ?? "";
  const post = async (url: string, form: Record<string, string>) => {
    const body = new URLSearchParams(form);
    return (await fetch(url, { method: "POST", headers: { origin: shop.url }, body })).text();
  };
  expect(await post(`${shop.url}/newsletter`, { email, source })).toMatch(CHECK_YOUR_MAIL);
  const mail = await mailTo(shop, email, "confirm your subscription");
  expect(await post(linkTo("/newsletter/confirm", mail), {})).toContain("You are subscribed");
  return email;
}

export async function write(page: Page, subject: string, markdown: string): Promise<void> {
  await page.goto("/admin/newsletter/new");
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Text", { exact: true }).fill(markdown);
}

/** Sends the newsletter in the editor, and confirms the dialog. */
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
