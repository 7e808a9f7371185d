import { gzipSync } from "node:zlib";
import type { BrowserContext, Page, Response } from "@playwright/test";

/** The transfers of a page in a browser with an empty cache, until the network is idle. */
export interface Weight {
  /** Gzipped sizes in bytes. */
  scripts: { name: string; gzip: number; text: string }[];
  stylesGzip: number;
  fonts: { name: string; bytes: number }[];
  /** Fonts that were preloaded, but that no text of the page is set in. */
  unusedPreloads: string[];
  requests: number;
}

/** Loads the page in a fresh context, and measures its transfers. */
export async function measureWeight(context: BrowserContext, url: string): Promise<Weight> {
  const page = await context.newPage();
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  await page.goto(url, { waitUntil: "load" });
  await waitForNetworkIdle(page);
  const weight: Weight = {
    scripts: [],
    stylesGzip: 0,
    fonts: [],
    unusedPreloads: await unusedPreloads(page),
    requests: responses.length,
  };
  for (const response of responses) {
    const kind = response.request().resourceType();
    if (!["script", "stylesheet", "font"].includes(kind)) continue;
    const body = await response.body();
    const name = new URL(response.url()).pathname.split("/").at(-1) ?? "";
    if (kind === "font") weight.fonts.push({ name, bytes: body.length });
    const gzip = gzipSync(body, { level: 9 }).length;
    if (kind === "stylesheet") weight.stylesGzip += gzip;
    if (kind === "script") weight.scripts.push({ name, gzip, text: body.toString() });
  }
  await page.close();
  return weight;
}

/** Waits until no resource has loaded for a second, apart from an open event stream. */
async function waitForNetworkIdle(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const seen = window as { loaded?: number; since?: number };
      const loaded = performance.getEntriesByType("resource").length;
      if (seen.loaded !== loaded) Object.assign(seen, { loaded, since: performance.now() });
      return performance.now() - (seen.since ?? 0) > 1000;
    },
    undefined,
    // The default looks before every frame.
    { polling: 100 },
  );
}

/** Returns the preloaded fonts that no text of the page is set in. */
async function unusedPreloads(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const families = [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((element) =>
        [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
      )
      .flatMap((element) => getComputedStyle(element).fontFamily.replaceAll('"', "").split(","));
    const shown = new Set(
      families.map((family) => family.trim().toLowerCase().replaceAll(" ", "-")),
    );
    return [...document.querySelectorAll<HTMLLinkElement>("link[rel=preload][as=font]")]
      .map((link) => link.href.split("/").at(-1) ?? "")
      .filter((file) => !shown.has(file.split(/-(?:latin|arabic)/)[0] ?? ""));
  });
}

/**
 * Measures the cumulative layout shift in hundredths on a slow connection where the fonts arrive last. Below 10 is good
 * (https://web.dev/articles/cls).
 */
export async function measureLayoutShift(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  // Lighthouse's mobile preset: slow 4G, and a CPU slowdown of 4.
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  let releaseFonts = () => {};
  const released = new Promise<void>((resolve) => (releaseFonts = resolve));
  await page.route("**/*.woff2", async (route) => {
    await released;
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as LayoutShift).value;
    }).observe({ type: "layout-shift", buffered: true });
    Object.assign(window, { shifts });
  });
  await page.goto(url, { waitUntil: "domcontentloaded" });
  // The page is hydrated, unless it is static, in its fallback fonts.
  await page.waitForFunction(
    () =>
      "__reactRouterRouteModules" in window ||
      document.documentElement.dataset.prefetch !== undefined,
  );
  await page.evaluate(nextFrames);
  releaseFonts();
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  await page.evaluate(nextFrames);
  const sum = await page.evaluate(
    () => (window as unknown as { shifts: { sum: number } }).shifts.sum,
  );
  await page.close();
  return Math.round(sum * 100);
}

interface LayoutShift extends PerformanceEntry {
  value: number;
}

/** Runs in the page: resolves when the browser has painted twice and called its observers. */
function nextFrames(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)));
  });
}
