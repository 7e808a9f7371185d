import { resolve } from "node:path";
import type { Logger } from "pino";
import { Registry } from "prom-client";
import type { ServerBuild } from "react-router";
import type { ShopServices } from "#app/context.ts";
import type { Database, Db } from "#db/client.server.ts";
import { diskProblem } from "#db/embedded/data-folder.server.ts";
import { schemaCheck } from "#db/migrations.server.ts";
import { createAuth } from "#shop/accounts/auth.server.ts";
import { hashCheaply } from "#shop/accounts/passwords.server.ts";
import { type SocialConfig, socialProviders } from "#shop/accounts/social.server.ts";
import { recentWaitTimes } from "#shop/orders/wait-times.server.ts";
import { openShopCache, readShopVersion } from "#shop/catalog/shop-cache.server.ts";
import { createAccountChecks } from "#shop/delivery/account-checks.server.ts";
import { startInvoicePrinter } from "#shop/invoices/printer.server.ts";
import { rememberReferral } from "#shop/loyalty/former-referrals.server.ts";
import { reconcileUser } from "#shop/loyalty/loyalty.server.ts";
import { deleteSubscriber } from "#shop/newsletter/subscribers.server.ts";
import { forgetRecipient } from "#shop/mail/mails.server.ts";
import { readVapidKeys, type VapidKeys } from "#shop/notifications/web-push.server.ts";
import type { SystemWatch } from "#shop/operations/system-watch.server.ts";
import { readSecret, readSettings } from "#shop/settings/settings.server.ts";
import { markTexts } from "#messages/catalogs.server.ts";
import { logMissingTexts } from "#messages/current.server.ts";
import { createApp } from "./app.ts";
import type { Env } from "./env.server.ts";
import { cacheHomePage } from "./home-cache.ts";
import type { Handler } from "./listen.ts";
import { inCurrencyOfBuyer } from "./currencies.ts";
import { defaultLanguageOf, inLanguageOfPath, wantedLanguageOf } from "./languages.ts";
import type { LiveHub } from "./live.ts";
import { logOf } from "./log.ts";
import { registerRequestMetrics } from "./request-metrics.ts";
import { watchShop } from "./shop-metrics.ts";
import { watchForwarding } from "./untrusted-proxy.ts";
import { startVisitCounter } from "./visits.ts";
import type { Jobs } from "./jobs.ts";

/** The built screens, and where their files are. */
export interface AppFiles {
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** The folder of package.json. */
  rootDir: string;
  assetsDir: string | null;
}

/** What the database holds and a start needs once. */
export interface StoredAtStart {
  shopName: string;
  /** Signs the cookies of sessions. */
  authSecret: string;
  vapid: VapidKeys;
}

/** Returns what a start needs once. The first start creates the secrets. */
export async function readStoredAtStart(db: Db): Promise<StoredAtStart> {
  const { shopName } = await readSettings(db);
  return { shopName, authSecret: await readSecret(db, "auth"), vapid: await readVapidKeys(db) };
}

/** Opens the services of the screens, and the app that responds to requests by them. */
export async function openApp(
  { db, kind }: Database,
  options: {
    env: Env;
    files: AppFiles;
    social: SocialConfig[];
    sandboxUrl: string | null;
    hub: LiveHub;
    /** What screens use of the background jobs. */
    jobs: Omit<Jobs, "stop">;
    system: SystemWatch;
    stored: StoredAtStart;
    /** Returns the public URL of the shop. */
    appUrl: () => string;
    /** Returns by how much the clock of this process is ahead of the database's, if that matters; else 0. */
    clockSkewMs: () => number;
    /** Whether no checkout begins, for lack of room. */
    salesPaused: () => boolean;
    stopping: AbortSignal;
    logger: Logger;
  },
): Promise<{ fetch: Handler; close: () => Promise<void> }> {
  const { env, files, social, hub, jobs, system, stored, stopping, logger } = options;
  const { prices, watcher, lightning, addresses, policy, providers, webhookTargets } = jobs;
  const log = logOf(logger);
  markTexts(env.textMarks);
  logMissingTexts(log);
  const dataDir = resolve(files.rootDir, env.dataDir);
  const auth = createAuth(db, {
    appUrl: env.appUrl,
    secret: stored.authSecret,
    adminEmail: env.adminEmail,
    allowsDemo: env.mode === "sandbox",
    social,
    shopName: stored.shopName,
    onEmailVerified: (userId) => reconcileUser(db, userId, new Date()),
    onAccountDeleted: async (email) => {
      await deleteSubscriber(db, email);
      await forgetRecipient(db, email);
      await rememberReferral(db, email);
    },
    ...(env.cheapHashes && { hash: hashCheaply }),
    log,
  });
  const visits = startVisitCounter(db, log);
  const forwarding = watchForwarding(log);
  const invoices = startInvoicePrinter(files.rootDir);
  const services: ShopServices = {
    db,
    cache: openShopCache(db),
    waitTimes: recentWaitTimes(db),
    mode: env.mode,
    reachesNobody: webhookTargets.reachesNobody,
    prices,
    chainUp: watcher.chainUp,
    chainHosts: watcher.chainHosts,
    transactionOf: jobs.transactionOf,
    systemState: system.read,
    untrustedProxy: forwarding.address,
    salesPaused: options.salesPaused,
    clockSkewMs: options.clockSkewMs,
    addresses,
    lightning,
    network: env.network,
    policy,
    quoteSeconds: env.quoteSeconds,
    invoices,
    webhookTargets,
    pushKey: stored.vapid.publicKey,
    accountChecks: createAccountChecks(db, { policy: webhookTargets, log }),
    auth,
    providers,
    socialProviders: socialProviders(social),
    appUrl: options.appUrl,
    secure: env.appUrl.startsWith("https:"),
  };
  const requestMetrics = new Registry();
  const observe = registerRequestMetrics(requestMetrics);
  const watch = watchShop({ db, prices, chain: watcher, lightning, listening: hub.listening });
  const { secure } = services;
  const readWantedLanguage = wantedLanguageOf(defaultLanguageOf(services.cache), secure);
  const app = createApp({
    services,
    readWantedLanguage,
    hub,
    intervals: jobs.intervals,
    appUrl: env.appUrl,
    hstsIncludeSubDomains: env.hstsIncludeSubDomains,
    build: files.build,
    assetsDir: files.assetsDir,
    sandboxUrl: options.sandboxUrl,
    visits,
    probes: {
      schemaIsCurrent: schemaCheck(db),
      diskIsFull: () => kind === "embedded" && diskProblem(dataDir) !== null,
      clockSkewMs: options.clockSkewMs,
      stopping,
      metrics: async (now) => Registry.merge([requestMetrics, await watch.collect(now)]),
      metricsToken: env.metricsToken,
      log,
    },
    requests: {
      logger,
      observe,
      trusted: env.trustedProxies,
      onForwarded: env.mode === "live" ? forwarding.onForwarded : () => undefined,
    },
    stopping,
  });
  const handle: Handler = (request, bindings) => app.fetch(request, bindings);
  // In development the screens change, too.
  const cached =
    typeof files.build === "function"
      ? handle
      : cacheHomePage(handle, {
          appUrl: env.appUrl,
          readVersion: () => readShopVersion(db),
          readWantedLanguage,
          visits,
          observe,
        });
  return {
    fetch: inLanguageOfPath(inCurrencyOfBuyer(cached, { currencies: jobs.currencies, secure })),
    close: async () => {
      watch.stop();
      await invoices.stop();
      await visits.stop();
    },
  };
}
