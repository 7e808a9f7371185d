import type { Page } from "@playwright/test";
import { freePort } from "../../scripts/lib/postgres.mjs";
import { createPerson, openSession, register, signIn, signOut } from "./people.ts";
import { expect, test } from "./shop.ts";
import { toast } from "./steps.ts";

/** Connects a device with passkeys to the page, which needs no user to sign whatever it is asked. */
async function connectDevice(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Budget for the script of passkeys, in compressed bytes. */
const SCRIPT_BYTES = 2500;

/** Returns the scripts that run on this page, without those that are prefetched. */
async function loadedScripts(page: Page): Promise<{ file: string; isSmall: boolean }[]> {
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name, initiatorType }) => name.endsWith(".js") && initiatorType !== "link")
      .map(({ name, encodedBodySize }) => ({ name, encodedBodySize })),
  );
  return scripts.map(({ name, encodedBodySize }) => ({
    file: name.split("/").at(-1) ?? "",
    isSmall: encodedBodySize > 0 && encodedBodySize <= SCRIPT_BYTES,
  }));
}

test("a passkey is added, signs in by the button and by autofill, is the team's second factor, and is removed", async ({
  browser,
  ownShop,
}) => {
  // Browsers make no passkeys for an IP address.
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const shop = await ownShop({ PORT: port, APP_URL: url });
  const page = await browser.newPage({ baseURL: url });
  const owner = createPerson();
  await register(page, owner);
  await connectDevice(page);

  await page.goto("/account/security");
  const section = page.locator(".setting").filter({
    has: page.getByRole("heading", { name: "Passkeys" }),
  });
  await section.getByLabel("Your password").fill("not my password");
  await section.getByRole("button", { name: "Add a passkey" }).click();
  await expect(section.getByText("Incorrect password")).toBeVisible();
  await section.getByLabel("Your password").fill(owner.password);
  await section.getByRole("button", { name: "Add a passkey" }).click();
  await expect(toast(page, "Passkey added")).toBeVisible();
  await expect(section.getByText("Not used yet")).toBeVisible();
  await section.getByText("Rename Chrome on Linux").click();
  await section.getByLabel("Name").fill("Work laptop");
  await section.getByRole("button", { name: "Save name" }).click();
  await expect(toast(page, "Passkey renamed")).toBeVisible();
  await expect(section.getByText("Work laptop").first()).toBeVisible();

  await signOut(page);
  await page.goto("/login?next=/account/security");
  await expect(page).toHaveURL(/\/account\/security$/);
  await expect(toast(page, "Login successful!")).toBeVisible();
  await expect(section.getByText("Last used")).toBeVisible();

  // From here on, a browser without autofill of passkeys.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await signOut(page);
  await page.goto("/login?next=/account");
  // React loads when the page is used.
  await expect
    .poll(() => loadedScripts(page))
    .toEqual([{ file: expect.stringMatching(/^passkey-sign-in-/), isSmall: true }]);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(toast(page, "Login successful!")).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);

  await page.goto("/admin/settings/security");
  await page.getByText("Second factor or passkey for the whole team").click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Security settings updated successfully")).toBeVisible();
  await page.goto("/account");
  await signOut(page);
  await page.goto("/login?next=/admin");
  await signIn(page, owner.email, owner.password);
  await expect(page).toHaveURL(/\/two-factor/);
  await expect(page.getByText("Use your passkey to finish signing in.")).toBeVisible();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/admin$/);

  await page.goto("/account/security");
  await section.getByText("Remove Work laptop").click();
  await section.getByRole("listitem").getByLabel("Your password").fill(owner.password);
  await section.getByRole("button", { name: "Remove passkey" }).click();
  await expect(toast(page, "Passkey removed")).toBeVisible();
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/account\/security/);
  await expect(
    toast(page, "Add a passkey or set up two-factor authentication to open the back office"),
  ).toBeVisible();

  // The device still has it.
  await signOut(page);
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert")).toContainText("This passkey did not work");
  await openSession(page, owner);
  await page.goto("/account");
  await expect(page.getByText(owner.email).first()).toBeVisible();
  expect(await shop.subjectsTo(owner.email)).toEqual(
    expect.arrayContaining([
      expect.stringContaining("a passkey was added"),
      expect.stringContaining("a passkey was removed"),
    ]),
  );
});
