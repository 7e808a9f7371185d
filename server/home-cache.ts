import { createHash } from "node:crypto";
import { constants, gzipSync } from "node:zlib";
import { coalesce, versionedCache } from "#lib/cache.ts";
import { MINUTE_MS } from "#lib/time.ts";
import { currentLanguage, currentlyShown } from "#messages/current.server.ts";
import { acceptsGzip } from "./compress-pages.ts";
import type { ReadWantedLanguage } from "./languages.ts";
import type { Bindings, Handler } from "./listen.ts";
import type { ObserveRequest } from "./request-metrics.ts";
import { isVisit, type VisitCounter } from "./visits.ts";

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

/** A complete response without its `x-request-id`, the same for every anonymous request. */
interface CachedPage {
  headers: Record<string, string>;
  html: Buffer<ArrayBuffer>;
  gzipped: Buffer<ArrayBuffer>;
}

/**
 * Wraps `handle` so that the home page is rendered once per language, currency and shop version for all requests without a cookie. The
 * version is read for every request, coalesced, so that a change shows in the next response of every instance. See
 * decision 020.
 */
export function cacheHomePage(
  handle: Handler,
  options: {
    /** The public origin of the shop. */
    appUrl: string;
    readVersion: () => Promise<string>;
    readWantedLanguage: ReadWantedLanguage;
    visits: VisitCounter;
    observe: ObserveRequest;
  },
): Handler {
  const { appUrl, readVersion, readWantedLanguage, visits, observe } = options;
  // The year, the delivery time, rates of currencies and packages on sale by day change by time. A day begins at a quarter hour of UTC in
  // every time zone.
  const readKey = coalesce(
    async () => `${await readVersion()} ${Math.floor(Date.now() / QUARTER_HOUR_MS)}`,
  );
  // Rendered for a request without headers, which depends on no visitor and is not aborted when one leaves.
  const pages = new Map<string, ReturnType<typeof openCache>>();
  const openCache = () =>
    versionedCache(async (bindings: Bindings) =>
      toCachedPage(await handle(new Request(new URL("/", appUrl)), bindings)),
    );
  const pageAt = (key: string, bindings: Bindings) => {
    const name = `${currentLanguage()} ${currentlyShown()?.currency ?? "USD"}`;
    const cache = pages.get(name) ?? openCache();
    pages.set(name, cache);
    return cache(key, bindings);
  };

  return async (request, bindings) => {
    const startedAt = performance.now();
    const page = (await isPlainHome(request, readWantedLanguage))
      ? await readKey()
          .then((key) => pageAt(key, bindings))
          .catch(() => null)
      : null;
    // Where the cache fails, the page is rendered for this request, which reports the error as usual.
    if (!page) return handle(request, bindings);
    if (isVisit(request)) visits.count();
    const seconds = (performance.now() - startedAt) / 1000;
    observe({ method: "GET", route: "/", status: 200, seconds });
    return acceptsGzip(request.headers)
      ? new Response(page.gzipped, { headers: { ...page.headers, "content-encoding": "gzip" } })
      : new Response(page.html, { headers: page.headers });
  };
}

/**
 * Returns whether this is `GET /` without a query and without a cookie, from who reads the page in its language: it then
 * depends on nothing else of the request.
 */
async function isPlainHome(
  request: Request,
  readWantedLanguage: ReadWantedLanguage,
): Promise<boolean> {
  const { method, url, headers } = request;
  const isHome = method === "GET" && /^https?:\/\/[^/]+\/$/.test(url);
  if (!isHome || headers.has("cookie")) return false;
  return currentLanguage() !== "en" || (await readWantedLanguage(request)) === "en";
}

/** Rejects a response that may not be shared: with an error status, a cookie, or no nonce to replace. */
async function toCachedPage(response: Response): Promise<CachedPage> {
  const policy = response.headers.get("content-security-policy") ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  if (response.status !== 200 || response.headers.has("set-cookie") || !nonce)
    throw new Error(`home page not cacheable status=${response.status}`);
  const html = (await response.text()).replaceAll(` nonce="${nonce}"`, "");
  const {
    "x-request-id": _id,
    "content-length": _length,
    ...headers
  } = Object.fromEntries(response.headers);
  headers.vary = "Accept-Encoding, Accept-Language";
  headers["content-security-policy"] = policy.replace(`'nonce-${nonce}'`, scriptHashes(html));
  const body = Buffer.from(html);
  return { headers, html: body, gzipped: gzipSync(body, { level: constants.Z_BEST_COMPRESSION }) };
}

/** Returns the sources that permit the inline scripts of this page (CSP3, hash-source). */
function scriptHashes(html: string): string {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g);
  const hashes = [...scripts].map(([, code = ""]) =>
    createHash("sha256").update(code).digest("base64"),
  );
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`).join(" ");
}
