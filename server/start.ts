import { resolve } from "node:path";
import type { Logger } from "pino";
import type { Database } from "#db/client.server.ts";
import { openDatabase } from "#db/open-database.server.ts";
import { openDatabaseClock } from "#db/clock.server.ts";
import { watchHolders } from "#db/holders.server.ts";
import { openDiskReserve } from "#db/embedded/disk-reserve.server.ts";
import { MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { startWatchdog } from "#lib/watchdog.server.ts";
import { retryConnecting } from "#db/retry-connecting.server.ts";
import { checkDataDir } from "#db/embedded/data-folder.server.ts";
import { OperatorError } from "#db/errors.ts";
import { createHttpClient } from "#lib/http-client.server.ts";
import { limitGlobalFetch } from "#lib/http-fetch.server.ts";
import type { Log } from "#lib/log.ts";
import { releaseLostClaims } from "#shop/operations/lost-claims.server.ts";
import { checkMadeIn } from "#shop/operations/made-in.server.ts";
import { openSetupList } from "#shop/operations/setup-list.server.ts";
import { resultsInDatabase, resultsInFolder } from "#shop/operations/backup-results.server.ts";
import { startRestoreChecks } from "#shop/operations/alerts.jobs.server.ts";
import { openRestoreWatch } from "#shop/operations/restore-watch.server.ts";
import { openSystemWatch } from "#shop/operations/system-watch.server.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import type { Env } from "./env.server.ts";
import { addressOf, startLines } from "./start-message.ts";
import { type DevServer, listen } from "./listen.ts";
import { openLiveHub } from "./live.ts";
import { logOf } from "./log.ts";
import { type AppFiles, openApp, readStoredAtStart } from "./open-app.ts";
import { startSandbox, withStandInsOnly } from "./sandbox.ts";
import { socialConfigs } from "./providers.ts";
import { startJobs } from "./jobs.ts";

export interface StartOptions extends AppFiles {
  /** Vite, in development. */
  vite?: DevServer;
}

/** How long requests in flight may take after the shutdown began. */
const SHUTDOWN_TIMEOUT_MS = 5000;

/** Longer than any statement takes (docs/performance.md). */
const HANGING_MS = 2 * MINUTE_MS;

/** After so long the log says what a start is waiting for. */
const LONG_MS = 3 * SECOND_MS;

const IDENTITY_TIMEOUT_MS = 8000;

/** Opens all services in order of their dependencies; `stop` closes them in reverse order. */
export async function start(
  given: Env,
  options: StartOptions,
  logger: Logger,
): Promise<{ startLines: string[]; stop: () => Promise<void> }> {
  const log = logOf(logger);
  const closing: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const close of closing.toReversed()) await close();
  };
  const dataDir = resolve(options.rootDir, given.dataDir);
  if (!given.databaseUrl || given.mode === "sandbox") checkDataDir(dataDir);

  const startGuard = () => {
    const watchdog = startWatchdog({
      silentMs: HANGING_MS,
      line: `The shop has not gone on for ${HANGING_MS / SECOND_MS} s and is ended. Is its disk full?`,
      failed: (error) => log("watchdog", error),
    });
    const stopShop = () => void stop().finally(() => process.exit(1));
    const reserve = openDiskReserve(dataDir, { log, stopShop });
    return {
      isLow: reserve.isLow,
      stop: () => {
        reserve.stop();
        return watchdog.stop();
      },
    };
  };

  const [database, sandbox] = await Promise.all([
    open(given, dataDir, log),
    given.mode === "sandbox" ? startSandbox(options.rootDir, dataDir) : null,
  ]);
  if (sandbox) closing.push(sandbox.close);
  closing.push(database.close);
  const { db } = database;
  // The database runs in this thread, and can stop it for ever.
  const guard = database.kind === "embedded" && given.mode === "live" ? startGuard() : null;
  if (guard) closing.push(guard.stop);
  const embedded = database.kind === "embedded";
  const madeIn = await checkMadeIn(db, given.mode, { dataDir, embedded });
  const clock = await openDatabaseClock(db, { log });
  closing.push(clock.stop);
  const reachesNobody = given.mode === "sandbox" && madeIn === "live";
  const env = reachesNobody ? withStandInsOnly(given) : given;
  const hub = await retryConnecting(() => openLiveHub(database), log);
  closing.push(hub.close);
  const place = placeOf(given, dataDir);
  if (await seedCatalog(db, env))
    log(`new shop in ${place}: if you expected yours, check DATA_DIR or restore a backup`);
  if (env.mode === "live") await openSetupList(db, new Date());

  // The sandbox has no real buyers, and its folder may be copied at will.
  const noticeRestore =
    env.mode === "live" ? openRestoreWatch(db, { embedded, dataDir, log }) : null;
  // Before any job: the mails that wait were perhaps sent already.
  await noticeRestore?.(new Date());

  const system = openSystemWatch(db, {
    live: env.mode === "live",
    dataDir,
    place,
    results: embedded ? resultsInFolder(dataDir) : resultsInDatabase(db),
  });
  // Before the jobs, whose first runs may take every connection while the server is slow.
  const stored = await retryConnecting(() => readStoredAtStart(db), log);
  const { vapid } = stored;
  // Before the jobs make claims of their own.
  const lost = await watchHolders(database, {
    release: (connected) => releaseLostClaims(db, connected, clock.now()),
    log,
  });
  closing.push(lost.stop);
  const jobs = await startJobs(db, {
    env,
    embedded,
    sandbox,
    system,
    vapid,
    reachesNobody,
    clock: clock.now,
    holder: database.holder,
    log,
  });
  closing.push(jobs.stop);
  if (noticeRestore) closing.push(startRestoreChecks(noticeRestore, log).stop);
  // Better Auth sends its requests to identity providers with the global fetch and takes no other.
  closing.push(limitGlobalFetch(createHttpClient({ timeoutMs: IDENTITY_TIMEOUT_MS })));
  let openAt = env.appUrl;
  const stopping = new AbortController();
  const app = await openApp(database, {
    env,
    files: options,
    social: socialConfigs(env, sandbox),
    sandboxUrl: sandbox?.url ?? null,
    hub,
    jobs,
    system,
    stored,
    appUrl: () => openAt,
    clockSkewMs: clock.skewMs,
    salesPaused: () => guard?.isLow() ?? false,
    stopping: stopping.signal,
    logger,
  });
  closing.push(app.close);
  const { host, port, trustedProxies: trusted } = env;
  const server = await listen(app, { host, port, trusted, vite: options.vite, log });
  openAt = addressOf(env, server);
  await sandbox?.shopListens(server);
  // The sandbox loads its node with the first request: the shop is open by then.
  jobs.lightning?.start();
  closing.push(() => {
    stopping.abort();
    return new Promise((done) => {
      // A connection becomes idle after its last response, and would be kept alive.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      server.close(() => {
        clearInterval(idle);
        done();
      });
      // Requests that hang are cut off.
      setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS).unref();
    });
  });
  // Before the server, which would wait for the WebSockets of open pages.
  if (options.vite) closing.push(options.vite.close);
  return { startLines: startLines(env, server), stop };
}

/** Returns where the data are, for people: without the credentials of a database. */
function placeOf({ databaseUrl }: Env, dataDir: string): string {
  if (!databaseUrl) return dataDir;
  const { host, pathname } = new URL(databaseUrl);
  return `the database ${pathname.slice(1)}${host && ` on ${host}`}`;
}

async function open(env: Env, dataDir: string, log: Log): Promise<Database> {
  const place = placeOf(env, dataDir);
  const long = setTimeout(() => {
    log(`still opening ${place}: a new database, and one after a crash or an upgrade, take longer`);
  }, LONG_MS);
  try {
    return await retryConnecting(() => openDatabase({ url: env.databaseUrl, dataDir, log }), log);
  } catch (error) {
    if (!env.databaseUrl || !(error instanceof Error) || !("code" in error)) throw error;
    throw new OperatorError(
      `The database in DATABASE_URL cannot be opened: ${error.message || String(error.code)}`,
    );
  } finally {
    clearTimeout(long);
  }
}
