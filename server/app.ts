import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { NONCE, secureHeaders } from "hono/secure-headers";
import type { ServerBuild } from "react-router";
import { API_PATH } from "#app/api/operations.ts";
import type { ShopServices } from "#app/context.ts";
import { isConnectionError } from "#db/errors.ts";
import { UNSUBSCRIBE_PATH } from "#shop/newsletter/subscriber-links.server.ts";
import type { WatchPace } from "#shop/payments/poller/watch.ts";
import { opensBackOffice, readSession } from "#shop/accounts/sessions.server.ts";
import { nothingHere } from "./api/answers.ts";
import { apiRoutes } from "./api/api-routes.ts";
import { refuseBadAddresses, refuseLongBodies } from "./guards.ts";
import { liveRoutes } from "./live-routes.ts";
import { AUTH_BASE_PATH, CLIENT_ADDRESS_HEADER } from "#shop/accounts/auth.server.ts";
import type { LiveHub } from "./live.ts";
import { PAYMENT_MESSAGES_PATH, paymentMessages } from "./payment-messages.ts";
import { type ProbeOptions, probeRoutes } from "./probes.ts";
import { type AppEnv, followRequests } from "./requests.ts";
import { renderScreens, RETRY_SECONDS } from "./screens.ts";
import { isVisit, type VisitCounter } from "./visits.ts";

/** The style element that sonner 2.0.8 adds to the page, by its content: first empty, then filled. */
const SONNER_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
];

export interface AppOptions {
  services: ShopServices;
  hub: LiveHub;
  pace: WatchPace;
  appUrl: string;
  /** The screens, as built; a function while developing, where they change. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Where the built files for the browser lie; null while Vite serves them. */
  assetsDir: string | null;
  /** Where `/sandbox` is answered; null in live. */
  sandboxUrl: string | null;
  visits: VisitCounter;
  probes: ProbeOptions;
  requests: Parameters<typeof followRequests>[0];
  /** Ends streams that would otherwise stay open when the server stops, and the connections of what it still answers. */
  stopping: AbortSignal;
}

/** Everything the shop answers over HTTP. */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const { services, hub, pace, appUrl, build, assetsDir, sandboxUrl, visits, stopping } = options;
  const developing = typeof build === "function";
  const app = new Hono<AppEnv>();

  // Who has an answer while the server closes does not ask it again on the same connection.
  app.use(async (c, next) => {
    await next();
    if (stopping.aborted) c.header("connection", "close");
  });

  app.route("/", probeRoutes(options.probes));
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
        // Vite puts styles into the page while developing; the toast library brings one element of its own.
        styleSrc: ["'self'", ...(developing ? ["'unsafe-inline'"] : SONNER_STYLES)],
        imgSrc: ["'self'", "data:"],
        connectSrc: developing ? ["'self'", "ws:"] : ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        // A form may end on a page to pay on.
        formAction: ["'self'", ...services.providers.flatMap(({ pageOrigins }) => pageOrigins)],
        frameAncestors: ["'none'"],
      },
      // Forms need an Origin to be told from forged ones, which "no-referrer" would take away.
      referrerPolicy: "same-origin",
      crossOriginOpenerPolicy: "same-origin-allow-popups",
      // What a route has set for itself stays.
      overwrite: false,
      strictTransportSecurity: appUrl.startsWith("https:") ? "max-age=31536000" : false,
    }),
  );
  if (assetsDir) {
    app.use(
      "/assets/*",
      serveStatic({
        root: assetsDir,
        precompressed: true,
        onFound: (_path, c) => c.header("cache-control", "public, max-age=31536000, immutable"),
      }),
    );
    app.use("/favicon.svg", serveStatic({ root: assetsDir }));
    app.use("/robots.txt", serveStatic({ root: assetsDir }));
  }

  // Before forms from elsewhere are refused: here no cookie counts, and nothing is passed on to what follows.
  app.route(API_PATH, apiRoutes(services.db));
  app.all("/api/*", (c, next) =>
    c.req.path.startsWith(`${AUTH_BASE_PATH}/`) || /^\/api\/?$/.test(c.req.path)
      ? next()
      : nothingHere(c),
  );

  app.use(refuseBadAddresses);
  const { origin: appOrigin } = new URL(appUrl);
  const isOurs = (origin: string, c: Context<AppEnv>) =>
    origin === appOrigin || origin === c.get("origin");
  const refuseForged = csrf({ origin: isOurs });
  app.use((c, next) => {
    // Mail programs post here from anywhere: the key in the address is all that counts.
    if (c.req.path === UNSUBSCRIBE_PATH) {
      forgetOrigin(c);
      return next();
    }
    // A service is known by its signature.
    if (c.req.path.startsWith(`${PAYMENT_MESSAGES_PATH}/`)) return next();
    return refuseForged(c, () => {
      const origin = c.req.header("origin");
      if (c.req.method !== "GET" && origin !== undefined && isOurs(origin, c)) forgetOrigin(c);
      return next();
    });
  });
  app.use(refuseLongBodies());
  app.route(PAYMENT_MESSAGES_PATH, paymentMessages(services));
  const isAdmin = async (headers: Headers) => {
    const { db, auth, cache } = services;
    const settings = async () => cache.settings(await cache.version());
    return opensBackOffice(await readSession(db, auth, headers, settings, new Date()));
  };
  app.route(
    "/live",
    liveRoutes({ db: services.db, hub, pace, stopping, chainUp: services.chainUp, isAdmin }),
  );

  // A popup that signs in elsewhere passes through these, and closes itself at the end: it may not be cut off
  // from the page that opened it.
  for (const path of ["/sign-in/*", "/two-factor", "/signed-in", `${AUTH_BASE_PATH}/*`]) {
    app.use(path, async (c, next) => {
      await next();
      c.res.headers.set("cross-origin-opener-policy", "unsafe-none");
    });
  }
  // The one door of Better Auth that the outside uses: the way back from a sign-in elsewhere.
  app.get(`${AUTH_BASE_PATH}/callback/:provider`, (c) => {
    const request = new Request(c.req.raw);
    request.headers.set(CLIENT_ADDRESS_HEADER, c.get("clientAddress"));
    return services.auth.handler(request);
  });

  // Pages differ from visitor to visitor: nobody in between may keep them.
  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.has("cache-control"))
      c.res.headers.set("cache-control", "private, no-cache");
  });
  // Pages, and the data of React Router's client navigations. Live streams and exports are not compressed.
  app.use(compress({ encoding: "gzip", contentTypeFilter: /^text\/(html|x-script)\b/ }));
  const screens = renderScreens(services, build);
  app.all("*", (c) => {
    if (isVisit(c.req.raw)) visits.count();
    return screens(c);
  });

  app.onError((error, c) => {
    // Refused on purpose, as a post from elsewhere is.
    if (error instanceof HTTPException) return error.getResponse();
    const { id, log } = c.get("request");
    log("a request failed", error);
    if (isConnectionError(error))
      return c.text("The database cannot be reached.", 503, { "retry-after": RETRY_SECONDS });
    return c.text(
      `Something went wrong here. Nothing was lost; please try again.\n\nRequest ${id}`,
      500,
    );
  });
  return app;
}

/** React Router asks for the origin, too, but knows only the address that a proxy asked for: it is decided here. */
function forgetOrigin(c: Context): void {
  c.req.raw = new Request(c.req.raw);
  c.req.raw.headers.delete("origin");
}

/** Hands a request to the sandbox as it is; the product itself knows nothing of what answers. */
async function forwardToSandbox(request: Request, sandboxUrl: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.delete("host");
  headers.delete("connection");
  const response = await fetch(`${sandboxUrl}${pathname}${search}`, {
    method: request.method,
    headers,
    body: request.body,
    redirect: "manual",
    ...(request.body && { duplex: "half" }),
  });
  const answer = new Headers(response.headers);
  // fetch has already undone these.
  answer.delete("content-encoding");
  answer.delete("content-length");
  answer.delete("transfer-encoding");
  return new Response(response.body, { status: response.status, headers: answer });
}
