import { expect, test } from "./admin-shop.ts";
import { subscribe } from "./newsletter-steps.ts";
import { register, createPerson, confirmEmail } from "./people.ts";
import { toast } from "./steps.ts";

test("subscribers are searched, removed, and exported @core", async ({
  adminPage: admin,
  adminShop: { shop },
}) => {
  const email = await subscribe(shop);
  await admin.goto("/admin/newsletter/subscribers");
  await admin.getByRole("searchbox", { name: "Search subscribers" }).fill(email);
  await expect(admin).toHaveURL(/q=/);
  await expect(admin.getByRole("row")).toHaveCount(2);
  const [file] = await Promise.all([
    admin.waitForEvent("download"),
    admin.getByRole("button", { name: "Export the list as CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^subscribers-.*\.csv$/);
  const lines = (await (await file.createReadStream()).toArray()).join("").split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(new RegExp(`^"${email}","confirmed",.*,"/terms"$`));

  await admin.getByRole("button", { name: `Remove ${email}` }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(toast(admin, "Subscriber removed")).toBeVisible();
  await expect(admin.getByText("No subscribers found")).toBeVisible();
  await admin.goto("/admin/audit?kind=newsletter");
  await expect(
    admin.getByRole("row", { name: `removed ${email} from the subscribers` }),
  ).toBeVisible();
});

test("deleting an account ends its subscription", async ({
  adminPage: admin,
  adminShop: { shop },
  browser,
}) => {
  const person = createPerson();
  const page = await browser.newPage({ baseURL: shop.url });
  await register(page, person);
  await confirmEmail(page, shop, person.email);
  await subscribe(shop, person.email);
  await page.goto("/account/data");
  await page.getByRole("button", { name: "Delete account" }).first().click();
  await page.getByRole("alertdialog").getByLabel("Password").fill(person.password);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete account" }).click();
  await expect(toast(page, "Account deleted")).toBeVisible();
  await admin.goto(`/admin/newsletter/subscribers?q=${encodeURIComponent(person.email)}`);
  await expect(admin.getByText("No subscribers found")).toBeVisible();
  await page.close();
});
