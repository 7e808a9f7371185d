import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#db/open-database.server.ts";
import { packages } from "#shop/catalog/tables.ts";
import { parseAccountKey } from "#shop/payments/wallet/address.ts";
import { walletFingerprint } from "#shop/payments/wallet/confirmation.server.ts";
import { settings } from "#shop/settings/tables.ts";
import { sandboxPriceUrls, startSandbox } from "#server/sandbox.ts";
import { freePort } from "../../scripts/lib/postgres.mjs";
import { rootDir } from "../../scripts/lib/prepare.mjs";
import { openRoundRobinProxy } from "../round-robin-proxy.ts";
import { createPerson, type Person } from "./people.ts";
import { Shop } from "./shop-process.ts";

/** One shop of several processes on one PostgreSQL behind a proxy, with one sandbox. */
export interface Instances {
  /** The shop behind the proxy. Not a process: it cannot be stopped. */
  front: Shop;
  each: Shop[];
  /** The sandbox. */
  outside: Shop;
  /** The person whose address becomes the administrator's. */
  owner: Person;
  close: () => Promise<void>;
}

/** Confirms the wallet's addresses and puts the sample packages on sale, as the owner does before the first order. */
async function openForSale(databaseUrl: string, xpub: string): Promise<void> {
  const key = parseAccountKey(xpub, "regtest");
  if (!key.ok) throw new Error(key.error);
  const { db, close } = await openDatabase({ url: databaseUrl, dataDir: "" });
  const value = walletFingerprint({ kind: "xpub", key: key.value });
  await db.insert(settings).values({ name: "confirmedWallet", value });
  await db.update(packages).set({ placement: "grid" });
  await close();
}

/** Starts instances that share only their database and configuration. */
export async function openInstances(databaseUrl: string, count: number): Promise<Instances> {
  const dataDir = mkdtempSync(join(tmpdir(), "satchel-instances-"));
  const sandbox = await startSandbox(rootDir, dataDir);
  const owner = createPerson();
  const frontPort = await freePort();
  const front = new Shop(`http://127.0.0.1:${frontPort}`, {});
  const ports: number[] = [];
  for (let i = 0; i < count; i += 1) ports.push(await freePort());
  const each = ports.map(
    (port) =>
      new Shop(`http://127.0.0.1:${port}`, {
        SATCHEL_MODE: "live",
        PORT: String(port),
        DATA_DIR: join(dataDir, String(port)),
        DATABASE_URL: databaseUrl,
        APP_URL: front.url,
        BITCOIN_NETWORK: "regtest",
        BITCOIN_XPUB: sandbox.xpub,
        ESPLORA_URL: `${sandbox.url}/esplora`,
        BITCOIN_PRICE_URLS: sandboxPriceUrls(sandbox.url).join(","),
        SMTP_URL: sandbox.smtpUrl,
        MAIL_FROM: "shop@satchel.example",
        ADMIN_EMAIL: owner.email,
        CHAIN_POLL_SECONDS: "1",
        PRICE_REFRESH_SECONDS: "2",
      }),
  );
  // Concurrently: the first one migrates, the others wait.
  await Promise.all(each.map((shop) => shop.start()));
  await openForSale(databaseUrl, sandbox.xpub);
  const proxy = await openRoundRobinProxy(frontPort, ports);
  return {
    front,
    each,
    outside: new Shop(sandbox.url, {}),
    owner,
    close: async () => {
      await proxy.close();
      for (const shop of each) await shop.end("SIGTERM");
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
