import { expect, test } from "./admin-shop.ts";
import { checkScreen } from "./axe.ts";
import { confirmOrder, createBuyer, goToPayment, readPayment, toast } from "./steps.ts";

test("order id and email lead to the link of a mail, and the mail about a change undoes it", async ({
  page,
  browser,
  adminShop: { shop },
}) => {
  const buyer = createBuyer();
  await goToPayment(page, "350", buyer);
  const { address, sats } = await readPayment(page);
  const orderId = await confirmOrder(page);
  await shop.pay({ address, sats, confirm: 1 });

  const other = await browser.newPage({ baseURL: shop.url });
  await other.goto(`/track-order?orderId=${orderId}`);
  await other.getByLabel("Email").fill(buyer.email);
  await other.getByRole("button", { name: "Track Order" }).click();
  await expect(other.getByText("To change this order, open the link in our email.")).toBeVisible();
  await checkScreen(other, "an order by id and email");
  await other.getByRole("link", { name: "Download Invoice" }).click();
  await expect(toast(other, "Please open the link in our email first")).toBeVisible();
  await other.getByRole("button", { name: "Email me the link" }).click();
  await expect(toast(other, "The link is on its way")).toBeVisible();
  await expect
    .poll(() => shop.subjectsTo(buyer.email))
    .toContainEqual(expect.stringContaining("your orders"));

  const opened = await linkIn(/your orders/, /http\S+key=[\w-]+/);
  await other.goto(opened);
  await other.getByText("Wrong username? Correct it").click();
  await other.getByLabel("TikTok username").fill("eve.other");
  await other.getByRole("button", { name: "Save username" }).click();
  await expect(toast(other, "Recipient corrected")).toBeVisible();

  await expect
    .poll(() => shop.subjectsTo(buyer.email))
    .toContainEqual(expect.stringContaining("a change to order"));
  await page.goto(await linkIn(/a change to order/, /http\S+\/stop\?\S+/));
  await checkScreen(page, "an act that can be undone");
  await page.getByRole("button", { name: "This was not me: undo it" }).click();
  await expect(page.getByText("What could be undone is undone")).toBeVisible();
  await checkScreen(page, "an act that was undone");
  await page.getByRole("link", { name: "Back to the order" }).click();
  await expect(page.getByRole("article")).toContainText(`@${buyer.username}`);
  // The link that was passed on opens nothing any more.
  await other.goto(opened);
  await expect(other.getByText(buyer.email)).toBeHidden();
  await other.close();

  /** Returns a link in the newest mail to the buyer with this subject. */
  async function linkIn(subject: RegExp, link: RegExp): Promise<string> {
    const mail = (await shop.mailsTo(buyer.email)).find((sent) => subject.test(sent.subject));
    const [found = ""] = link.exec(mail?.text ?? "") ?? [];
    expect(found, mail?.text).not.toBe("");
    return found;
  }
});
