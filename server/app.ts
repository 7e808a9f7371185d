import { type Context, Hono } from "hono";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { NONCE, secureHeaders } from "hono/secure-headers";
import type { ServerBuild } from "react-router";
import { API_PATH } from "#app/api/operations.ts";
import type { ShopServices } from "#app/context.ts";
import { isConnectionError } from "#db/errors.ts";
import { createHttpClient } from "#lib/http-client.server.ts";
import { fetchThrough } from "#lib/http-fetch.server.ts";
import { MINUTE_MS } from "#lib/time.ts";
import { t } from "#messages/translate.ts";
import { UNSUBSCRIBE_PATH } from "#shop/newsletter/subscriber-links.server.ts";
import type { PollIntervals } from "#shop/payments/poller/poll-intervals.ts";
import { noSuchAddress } from "./api/problems.ts";
import { apiRoutes } from "./api/api-routes.ts";
import { cutBrokenBodies } from "./broken-bodies.ts";
import { compressPages } from "./compress-pages.ts";
import { builtFiles } from "./built-files.ts";
import {
  redirectOtherSpellings,
  refuseBadAddresses,
  refuseFloods,
  refuseLongBodies,
  refuseUnsendableHeaders,
} from "./guards.ts";
import { maxConnections } from "./listen.ts";
import { liveRoutes } from "./live-routes.ts";
import { createStreamSlots } from "./client-slots.ts";
import { AUTH_BASE_PATH, CLIENT_ADDRESS_HEADER } from "#shop/accounts/auth.server.ts";
import { languageRoutes, type ReadWantedLanguage } from "./languages.ts";
import type { LiveHub } from "./live.ts";
import { PAYMENT_MESSAGES_PATH, paymentMessages } from "./payment-messages.ts";
import { type ProbeOptions, probeRoutes } from "./probes.ts";
import { type AppEnv, followRequests, mount } from "./requests.ts";
import { renderScreens, RETRY_SECONDS } from "./screens.ts";
import { isVisit, type VisitCounter } from "./visits.ts";

/** The routes that show nothing personal but the account in their header; browsers store no other page. */
const PUBLIC_ROUTES = new Set([
  "/",
  "/packages/:id",
  "/newsletter",
  "/terms",
  "/privacy",
  "/refunds",
  "/api",
  "/robots.txt",
  "/sitemap.xml",
]);

export interface AppOptions {
  services: ShopServices;
  hub: LiveHub;
  intervals: PollIntervals;
  appUrl: string;
  /** Whether browsers may open subdomains of the shop's host by https only, too. */
  hstsIncludeSubDomains: boolean;
  /** The React Router build; a function in development, where it changes. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** The folder of the built client files; null in development, where Vite serves them. */
  assetsDir: string | null;
  /** The URL that `/sandbox` is forwarded to; null in live mode. */
  sandboxUrl: string | null;
  visits: VisitCounter;
  readWantedLanguage: ReadWantedLanguage;
  probes: ProbeOptions;
  requests: Parameters<typeof followRequests>[0];
  /** Aborted at shutdown: ends live streams and keep-alive connections. */
  stopping: AbortSignal;
}

/** Creates the HTTP app of the shop. */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const { services, hub, intervals, appUrl, build, assetsDir, sandboxUrl, visits, stopping } =
    options;
  const developing = typeof build === "function";
  const app = new Hono<AppEnv>();

  // Hono answers HEAD with the headers of GET. Cancelling its body frees what a stream holds.
  app.use(async (c, next) => {
    await next();
    if (c.req.method === "HEAD") await c.res.body?.cancel();
  });
  // During shutdown, clients send their next request on another connection.
  app.use(async (c, next) => {
    await next();
    if (stopping.aborted) c.header("connection", "close");
  });

  // On every response (RFC 6797, section 7.2), also of routes that set no other security header.
  const secure = appUrl.startsWith("https:");
  const hsts = `max-age=31536000${options.hstsIncludeSubDomains ? "; includeSubDomains" : ""}`;
  if (secure)
    app.use(async (c, next) => {
      await next();
      c.res.headers.set("strict-transport-security", hsts);
    });

  mount(app, "/", probeRoutes(options.probes));
  app.use(followRequests(options.requests));

  if (sandboxUrl) {
    const forward = (c: Context) => forwardToSandbox(c.req.raw, sandboxUrl);
    app.all("/sandbox", forward);
    app.all("/sandbox/*", forward);
  }

  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", NONCE],
        // Vite adds inline styles in development.
        styleSrc: ["'self'", ...(developing ? ["'unsafe-inline'"] : [])],
        imgSrc: ["'self'", "data:"],
        connectSrc: ["'self'"],
        // Vite's worker that waits for the server to be back, and then reloads the page.
        ...(developing && { workerSrc: ["'self'", "blob:"] }),
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        // Forms may redirect to a hosted payment page.
        formAction: ["'self'", ...services.providers.flatMap(({ pageOrigins }) => pageOrigins)],
        frameAncestors: ["'none'"],
      },
      // "no-referrer" would remove the Origin header, which the CSRF check needs.
      referrerPolicy: "same-origin",
      crossOriginOpenerPolicy: "same-origin-allow-popups",
      // Keep headers set by a route.
      overwrite: false,
      strictTransportSecurity: false,
    }),
  );
  app.use(refuseUnsendableHeaders);
  if (assetsDir) app.use(builtFiles(assetsDir));

  // Before the CSRF check: the API authenticates by key, never by cookie.
  mount(app, API_PATH, apiRoutes(services.db));
  app.all("/api/*", (c, next) =>
    c.req.path.startsWith(`${AUTH_BASE_PATH}/`) || /^\/api\/?$/.test(c.req.path)
      ? next()
      : noSuchAddress(c),
  );

  app.use(refuseBadAddresses);
  app.use(redirectOtherSpellings);
  const { origin: appOrigin } = new URL(appUrl);
  // Without a trusted proxy the protocol of a request is http: a shop with https does not accept that origin.
  const isSameOrigin = (origin: string, c: Context<AppEnv>) =>
    origin === appOrigin ||
    (origin === c.get("origin") && (!secure || origin.startsWith("https:")));
  const refuseCrossSite = csrf({ origin: isSameOrigin });
  app.use((c, next) => {
    // One-click unsubscribe (RFC 8058) is posted by mail clients: the token in the URL authorizes it.
    if (c.req.path === UNSUBSCRIBE_PATH) {
      dropOrigin(c);
      return next();
    }
    // Provider webhooks are authenticated by their signature.
    if (c.req.path.startsWith(`${PAYMENT_MESSAGES_PATH}/`)) return next();
    return refuseCrossSite(c, () => {
      const origin = c.req.header("origin");
      if (c.req.method !== "GET" && origin !== undefined && isSameOrigin(origin, c)) dropOrigin(c);
      return next();
    });
  });
  app.use(refuseLongBodies());
  mount(app, PAYMENT_MESSAGES_PATH, paymentMessages(services));
  const slots = createStreamSlots(maxConnections());
  mount(app, "/live", liveRoutes({ services, hub, intervals, slots, stopping }));

  // A sign-in popup passes through these and must keep its opener.
  for (const path of ["/sign-in/*", "/two-factor", "/signed-in", `${AUTH_BASE_PATH}/*`]) {
    app.use(path, async (c, next) => {
      await next();
      c.res.headers.set("cross-origin-opener-policy", "unsafe-none");
    });
  }
  // The only public route of Better Auth: the OAuth callback.
  app.get(`${AUTH_BASE_PATH}/callback/:provider`, (c) => {
    const request = new Request(c.req.raw);
    request.headers.set(CLIENT_ADDRESS_HEADER, c.get("clientAddress"));
    return services.auth.handler(request);
  });

  // Pages differ by visitor: shared caches must not store them, and browsers only the public ones.
  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.has("cache-control"))
      c.res.headers.set(
        "cache-control",
        PUBLIC_ROUTES.has(c.get("request").route) ? "private, no-cache" : "no-store",
      );
    // React Router names no charset in the data of pages.
    const type = c.res.headers.get("content-type");
    if (type && /^(text\/[\w-]+|application\/xml)$/.test(type))
      c.res.headers.set("content-type", `${type}; charset=utf-8`);
  });
  app.use(cutBrokenBodies);
  app.use(compressPages);
  app.on("POST", ["/login", "/register"], refuseFloods);
  app.route("/", languageRoutes(options.readWantedLanguage, services.secure));
  const screens = renderScreens(services, build);
  app.all("*", (c) => {
    if (isVisit(c.req.raw)) visits.count();
    return screens(c);
  });

  app.onError((error, c) => {
    // A deliberate rejection, such as a cross-site post.
    if (error instanceof HTTPException) return error.getResponse();
    const { id, log } = c.get("request");
    log("request failed", error);
    if (isConnectionError(error))
      return c.text(t("errors.databaseUnreachable"), 503, { "retry-after": RETRY_SECONDS });
    return c.text(`${t("errors.serverFailed")}\n\n${t("errors.serverRequest", { id })}`, 500);
  });
  return app;
}

/** Removes the verified Origin header: React Router would compare it with the URL as seen behind a proxy. */
function dropOrigin(c: Context): void {
  c.req.raw = new Request(c.req.raw);
  c.req.raw.headers.delete("origin");
}

/** The mailbox of the sandbox lists every mail that the shop has sent. */
const SANDBOX_MAX_BYTES = 64 * 1024 * 1024;

/** Mining hundreds of blocks takes the sandbox some seconds. */
const sandboxFetch = fetchThrough(
  createHttpClient({ timeoutMs: MINUTE_MS, maxBytes: SANDBOX_MAX_BYTES }),
);

/** Proxies a request to the sandbox. */
async function forwardToSandbox(request: Request, sandboxUrl: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.delete("host");
  headers.delete("connection");
  return sandboxFetch(`${sandboxUrl}${pathname}${search}`, {
    method: request.method,
    headers,
    body: request.body,
    redirect: "manual",
    ...(request.body && { duplex: "half" }),
  });
}
