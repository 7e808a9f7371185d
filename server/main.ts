import { resolve } from "node:path";
import type { Server } from "node:http";
import type { ServerBuild } from "react-router";
import type { ShopServices } from "#app/context.ts";
import { type Database, openDatabase } from "#db/client.server.ts";
import { checkDataDir } from "#db/data-folder.server.ts";
import { DatabaseRefused } from "#db/refused.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import { createAuth } from "#shop/accounts/auth.server.ts";
import { type SocialConfig, socialProviders } from "#shop/accounts/social.server.ts";
import { startInvoicePrinter } from "#shop/invoices/printer.server.ts";
import { startLoyalty } from "#shop/loyalty/loyalty.jobs.server.ts";
import { reconcileUser } from "#shop/loyalty/loyalty.server.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { readSecret, readSettings } from "#shop/settings/settings.server.ts";
import { startAlerts } from "#shop/office/alerts.jobs.server.ts";
import { startIndexCheck } from "#shop/payments/indexes.jobs.server.ts";
import { policyOf } from "#shop/payments/policy.ts";
import { startChainWatcher } from "#shop/payments/payments.jobs.server.ts";
import { startReviews } from "#shop/payments/reviews.jobs.server.ts";
import { startPriceFeed } from "#shop/payments/price-feed.server.ts";
import { startNewsletters } from "#shop/newsletter/newsletters.jobs.server.ts";
import { forgetSubscriber } from "#shop/newsletter/subscribers.server.ts";
import { startMailer } from "#shop/mail/mails.jobs.server.ts";
import { createApp } from "./app.ts";
import { chainSource } from "./chain-source.ts";
import { type Env, readEnv } from "./env.server.ts";
import { startHousekeeping } from "./jobs.ts";
import { type Before, listen } from "./listen.ts";
import { openLiveHub } from "./live.ts";
import {
  type Sandbox,
  sandboxAddresses,
  sandboxPriceUrls,
  sandboxSocialConfigs,
  startSandbox,
} from "./sandbox.ts";
import { StartRefused } from "./start-refused.ts";
import { startVisitCounter } from "./visits.ts";

export interface StartOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** The folder that holds package.json. */
  rootDir: string;
  assetsDir: string | null;
  /** Answers requests before the shop does, or passes them on: Vite, while developing. */
  before?: Before;
  /** Closes what came with `before`. */
  close?: () => Promise<void>;
}

/** How long requests in flight may take once the server is told to stop. */
const FINISH_MS = 5000;

const log = (line: string) => console.error(`[${new Date().toISOString()}] ${line}`);

/** Starts the shop and keeps it running until it is told to stop; ends the process with 1 if it cannot start. */
export async function main(options: StartOptions): Promise<void> {
  const result = readEnv(process.env);
  if ("problems" in result) {
    console.error(
      `Satchel cannot start with this configuration:\n${result.problems.map((line) => `  - ${line}`).join("\n")}\nSee docs/configuration.md.`,
    );
    process.exit(1);
  }
  try {
    const shop = await start(result.env, options);
    console.log(shop.greeting);
    stopOnSignals(shop.stop);
  } catch (error) {
    if (error instanceof StartRefused || error instanceof DatabaseRefused)
      console.error(error.message);
    else console.error(error);
    process.exit(1);
  }
}

/** Opens everything once, in the order of what needs what; `stop` closes it in the reverse order. */
async function start(
  env: Env,
  options: StartOptions,
): Promise<{ greeting: string; stop: () => Promise<void> }> {
  const closing: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const close of closing.toReversed()) await close();
  };
  const dataDir = resolve(options.rootDir, env.dataDir);
  if (!env.databaseUrl || env.mode === "sandbox") checkDataDir(dataDir);

  const [database, sandbox] = await Promise.all([
    open(env, dataDir),
    env.mode === "sandbox" ? startSandbox(options.rootDir, dataDir) : null,
  ]);
  if (sandbox) closing.push(sandbox.close);
  closing.push(database.close);
  const { db } = database;
  await seedCatalog(db);

  const prices = await startPriceFeed(db, {
    urls: env.priceUrls ?? (sandbox ? sandboxPriceUrls(sandbox.url) : []),
    refreshSeconds: env.priceRefreshSeconds,
    maxAgeSeconds: env.priceMaxAgeSeconds,
    log,
  });
  closing.push(prices.stop);

  const addresses = env.addresses ?? sandboxAddresses(sandbox?.xpub ?? "", env.network);
  // For amounts that were asked for before each kept its own.
  const policy = policyOf(defaultSettings, addresses.kind);
  const pace = {
    watchedSeconds: env.chainPollSeconds,
    openSeconds: Math.max(env.chainPollSeconds, Math.min(60, env.chainPollSeconds * 5)),
  };
  const source = chainSource(db, { env, addresses, sandboxUrl: sandbox?.url ?? null });
  const watcher = await startChainWatcher(db, {
    source,
    policy,
    pace,
    rateCents: () => prices.current(new Date())?.rateCents ?? null,
    log,
  });
  closing.push(watcher.stop);
  if (addresses.kind === "xpub") {
    const indexes = startIndexCheck(db, { source, key: addresses.key, log });
    closing.push(indexes.stop);
    await indexes.tried;
  }
  const reviews = startReviews(db, { policy, log });
  closing.push(reviews.stop);

  const mailer = startMailer(db, {
    smtpUrl: env.smtpUrl ?? sandbox?.smtpUrl ?? "",
    from: env.mailFrom,
    appUrl: env.appUrl,
    log,
  });
  closing.push(mailer.stop);
  const newsletters = startNewsletters(db, { log });
  closing.push(newsletters.stop);

  const housekeeping = startHousekeeping(db, log);
  closing.push(housekeeping.stop);
  const alerts = startAlerts(db, {
    health: (now) => ({
      price: prices.current(now) !== null,
      chain: watcher.chainUp(),
      hosts: watcher.chainAgrees(),
      housekeeping: housekeeping.healthy(),
    }),
    log,
  });
  closing.push(alerts.stop);
  const visits = startVisitCounter(db, log);
  closing.push(visits.stop);

  const hub = await openLiveHub(database);
  closing.push(hub.close);

  const social = socialConfigs(env, sandbox);
  const { shopName } = await readSettings(db);
  const auth = createAuth(db, {
    appUrl: env.appUrl,
    secret: await readSecret(db, "auth"),
    adminEmail: env.adminEmail,
    social,
    shopName,
    onEmailVerified: (userId) => reconcileUser(db, userId, new Date()),
    onAccountDeleted: (email) => forgetSubscriber(db, email),
  });
  const loyalty = startLoyalty(db, { log });
  closing.push(loyalty.stop);

  const invoices = startInvoicePrinter(options.rootDir);
  closing.push(invoices.stop);

  const services: ShopServices = {
    db,
    mode: env.mode,
    prices,
    chainUp: watcher.chainUp,
    chainAgrees: watcher.chainAgrees,
    addresses,
    network: env.network,
    policy,
    quoteSeconds: env.quoteSeconds,
    invoices,
    auth,
    socialProviders: socialProviders(social),
    secure: env.appUrl.startsWith("https:"),
  };
  const stopping = new AbortController();
  const app = createApp({
    services,
    hub,
    pace,
    appUrl: env.appUrl,
    build: options.build,
    assetsDir: options.assetsDir,
    sandboxUrl: sandbox?.url ?? null,
    visits,
    stopping: stopping.signal,
  });
  if (options.close) closing.push(options.close);
  const server = await listen(app, { host: env.host, port: env.port, before: options.before });
  closing.push(() => {
    stopping.abort();
    return new Promise((done) => {
      server.close(() => done());
      server.closeIdleConnections();
      // What is in flight may finish; what hangs does not keep the shop from closing.
      setTimeout(() => server.closeAllConnections(), FINISH_MS).unref();
    });
  });
  return { greeting: greeting(env, server), stop };
}

async function open(env: Env, dataDir: string): Promise<Database> {
  try {
    return await openDatabase({ url: env.databaseUrl, dataDir });
  } catch (error) {
    if (!env.databaseUrl || !(error instanceof Error) || !("code" in error)) throw error;
    throw new StartRefused(
      `The database in DATABASE_URL cannot be opened: ${error.message || String(error.code)}`,
    );
  }
}

/** Ways to sign in elsewhere: those that are configured, else in the sandbox its stand-ins. */
function socialConfigs(env: Env, sandbox: Sandbox | null): SocialConfig[] {
  const { google, facebook } = env;
  if (sandbox && !google && !facebook) return sandboxSocialConfigs(sandbox);
  return [
    ...(google ? [{ provider: "google" as const, ...google }] : []),
    ...(facebook ? [{ provider: "facebook" as const, ...facebook }] : []),
  ];
}

function greeting(env: Env, server: Server): string {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : env.port;
  const origin = env.appUrl.endsWith(":0") ? `http://${env.host}:${port}` : env.appUrl;
  if (env.mode === "live") return `Satchel is open at ${origin}`;
  return [
    `Satchel is open at ${origin} (sandbox: no real money moves)`,
    `  wallet   ${origin}/sandbox/wallet`,
    `  mailbox  ${origin}/sandbox/mail`,
  ].join("\n");
}

/** Ctrl-C and `kill` close everything in order; a second Ctrl-C does not wait. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  // Whoever started us with a channel to them takes us along, however they end.
  process.on("disconnect", onSignal);
}
