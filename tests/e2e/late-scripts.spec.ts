import type { Page } from "@playwright/test";
import { consent, createPerson, register, signIn } from "./people.ts";
import { expect, test } from "./shop.ts";
import { toast } from "./steps.ts";

/** Opens a page whose scripts load once the returned function is called. */
async function openWithLateScripts(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    for (const event of ["hydrate", "hydrated"])
      addEventListener(event, () => document.documentElement.setAttribute(`data-${event}`, ""));
  });
  await page.goto(path);
  return resolve;
}

const isHydrated = (page: Page) => expect(page.locator("html[data-hydrated]")).toHaveCount(1);

test("a field that takes the focus hydrates the page, which keeps what is typed, and where @core", async ({
  page,
}) => {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.url());
  });
  const load = await openWithLateScripts(page, "/register");
  const name = page.getByLabel("Full name");
  const password = page.getByLabel("Password", { exact: true });
  await page.getByRole("checkbox").check();
  await name.fill("Mira Holt");
  await password.pressSequentially("correct horse");
  load();
  await isHydrated(page);
  await expect(password).toBeFocused();
  await page.keyboard.type(" battery");
  await expect(password).toHaveValue("correct horse battery");
  await expect(name).toHaveValue("Mira Holt");
  await expect(page.getByRole("checkbox")).toBeChecked();

  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Please fill in all required fields")).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  // The form is checked before it is sent, and keeps the password.
  await expect(password).toHaveValue("correct horse battery");
  expect(posts).toEqual([]);
});

test("a form that is sent before the scripts load works, and the answer to a refused one moves the focus", async ({
  page,
}) => {
  const person = createPerson();
  await register(page, person);
  await page.context().clearCookies();
  const load = await openWithLateScripts(page, "/login?next=/account");
  const answer = page.waitForResponse((response) => response.status() === 400);
  await signIn(page, person.email, "");
  await answer;
  load();
  await isHydrated(page);
  const email = page.getByLabel("Email", { exact: true });
  await expect(email).toHaveValue(person.email);
  await signIn(page, person.email, person.password);
  await expect(page).toHaveURL(/\/account$/);
  await expect(toast(page, "Login successful!")).toBeVisible();
});

test("a press of Google before the scripts load opens the popup once they have", async ({
  page,
}) => {
  const load = await openWithLateScripts(page, "/login");
  const google = page.getByRole("link", { name: "Continue with Google" });
  await google.click();
  await expect(google).toHaveAttribute("aria-busy", "true");
  const popup = page.waitForEvent("popup");
  load();
  await consent(await popup, createPerson());
  await expect(toast(page, "Account created successfully!")).toBeVisible();
});

test("a press of Google continues in the same tab if the scripts take too long", async ({
  page,
}) => {
  await page.clock.install();
  const load = await openWithLateScripts(page, "/login");
  const google = page.getByRole("link", { name: "Continue with Google" });
  await google.click();
  await expect(google).toHaveAttribute("aria-busy", "true");
  await page.clock.fastForward(3000);
  await expect(page.getByRole("button", { name: "Refuse" })).toBeVisible();
  load();
  await consent(page, createPerson());
  await expect(toast(page, "Account created successfully!")).toBeVisible();
});

test("a page that the browser has translated is not hydrated, and keeps what is typed", async ({
  page,
}) => {
  const person = createPerson();
  await register(page, person);
  await page.context().clearCookies();
  const load = await openWithLateScripts(page, "/login");
  // As Chrome's translation does.
  await page.locator("label").evaluateAll((labels) => {
    for (const label of labels) {
      const font = document.createElement("font");
      font.append(...label.childNodes);
      label.append(font);
    }
  });
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  load();
  await expect(page.locator("html[data-hydrate]")).toHaveCount(1);
  await signIn(page, person.email, person.password);
  await expect(toast(page, "Login successful!")).toBeVisible();
});

/** The times, in milliseconds since the page began to load, of its first paint and of the requests for its scripts. */
async function timesOf(page: Page, path: string): Promise<{ paint: number; scripts: number[] }> {
  await page.goto(path);
  await page.waitForFunction(() => "__reactRouterRouteModules" in window);
  return page.evaluate(() => ({
    paint: performance.getEntriesByName("first-paint")[0]?.startTime ?? Infinity,
    scripts: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ startTime }) => startTime),
  }));
}

test("scripts load after the first paint", async ({ page }) => {
  for (const path of ["/track-order", "/checkout"]) {
    const { paint, scripts } = await timesOf(page, path);
    expect(scripts.length).toBeGreaterThan(0);
    expect(Math.min(...scripts)).toBeGreaterThan(paint);
  }
});

// `late-scripts.js` knows of React Router only that the scripts with the page's data have no type, and the other one has.
test("the framework's scripts wait in a noscript element, before those of the page's data", async ({
  request,
}) => {
  const html = await (await request.get("/track-order")).text();
  const [, waiting = "", after = ""] =
    /<noscript id="waiting-scripts">(<link rel="modulepreload"[^]*?)<\/noscript>([^]*)/.exec(
      html,
    ) ?? [];
  const types = [...waiting.matchAll(/<script\b([^>]*)>/g)].map(
    ([, attributes = ""]) => /type="([^"]*)"/.exec(attributes)?.[1] ?? null,
  );
  expect(types).toEqual([null, "module"]);
  expect(waiting).toContain("window.__reactRouterContext =");
  expect(html.slice(0, html.indexOf(waiting))).not.toContain("streamController");
  expect(after).toContain("createContextualFragment");
  expect(after.indexOf("streamController")).toBeGreaterThan(
    after.indexOf("createContextualFragment"),
  );
});
