import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LightningFault } from "../sandbox/lightning/faults.ts";
import type { LoggedRequest } from "../sandbox/lightning/request-log.ts";
import type { TlsAddresses } from "../sandbox/lightning/tls/listeners.ts";
import { startSandbox } from "../sandbox/sandbox.ts";
import { client } from "../sandbox/test-sandbox.ts";
import { coreLightningNode } from "#shop/payments/lightning/core-lightning.server.ts";
import type { LightningNode } from "#shop/payments/lightning/lightning-node.ts";
import { lndNode } from "#shop/payments/lightning/lnd.server.ts";
import type { LightningAccess } from "#shop/payments/lightning/node-client.server.ts";
import { phoenixdNode } from "#shop/payments/lightning/phoenixd.server.ts";
import type { Network } from "#shop/payments/wallet/address.ts";

export const kinds = ["phoenixd", "lnd", "core-lightning"] as const;
export type Kind = (typeof kinds)[number];

const adapters = { phoenixd: phoenixdNode, lnd: lndNode, "core-lightning": coreLightningNode };

type HttpFault = "429-json" | "500" | "timeout" | "cut-json" | "html-200";

/**
 * Starts a sandbox with the three interfaces of its Lightning node, those of LND and Core Lightning with TLS and
 * certificates of their own.
 */
export async function openStandIns() {
  const dir = mkdtempSync(join(tmpdir(), "lightning-"));
  const { lightning, url, close } = await startSandbox({ dir });
  const { get, send } = client(url);
  const tls = await send<TlsAddresses>("POST", "/sandbox/lightning/tls");

  const accesses: Record<Kind, LightningAccess> = {
    phoenixd: {
      kind: "phoenixd",
      url: lightning.phoenixdUrl.replace("phoenixd:", "http:"),
      secret: readFileSync(lightning.limitedPasswordFile, "utf8").trim(),
      certFile: null,
    },
    lnd: {
      kind: "lnd",
      url: tls.lndUrl.replace("lnd+", ""),
      secret: readFileSync(lightning.macaroonFiles.shop).toString("hex"),
      certFile: tls.lndCertificateFile,
    },
    "core-lightning": {
      kind: "core-lightning",
      url: tls.clnrestUrl.replace("clnrest+", ""),
      secret: readFileSync(lightning.runeFiles.shop, "utf8").trim(),
      certFile: tls.clnrestCertificateFile,
    },
  };

  // The first request starts the nodes, which may take longer than an adapter waits.
  const authorization = `Basic ${Buffer.from(`:${accesses.phoenixd.secret}`).toString("base64")}`;
  await fetch(`${accesses.phoenixd.url}/getinfo`, { headers: { authorization } });

  return {
    files: lightning,
    /** Returns the adapter of one of the interfaces, with other access or network where given. */
    node(
      kind: Kind,
      { network = "regtest", ...other }: Partial<LightningAccess> & { network?: Network } = {},
    ): LightningNode {
      return adapters[kind]({ ...accesses[kind], ...other }, network);
    },
    accesses,
    setFault: (fault: LightningFault | HttpFault | null) =>
      send("PUT", "/sandbox/faults", { lightning: fault }),
    /** Pays with the buyer's wallet. */
    pay: (invoice: string) =>
      send<{ status: "paid" | "pending" }>("POST", "/sandbox/lightning/pay", { invoice }),
    /** Cancels an open invoice on the node. */
    cancel: (paymentHash: string) =>
      send("POST", `/sandbox/lightning/invoices/${paymentHash}/cancel`),
    settleHeld: () => send("POST", "/sandbox/lightning/settlements"),
    requests: () => get<LoggedRequest[]>("/sandbox/lightning/requests"),
    streams: async () => (await get<{ open: number }>("/sandbox/lightning/streams")).open,
    /** The invoices of the node, whatever the faults are. */
    invoices: () => get<{ bolt11: string; msat: number }[]>("/sandbox/lightning/invoices"),
    /** Renews the certificates of LND and Core Lightning; the files have the old ones unless `written`. */
    renewCertificates: (written: boolean) =>
      send("PUT", "/sandbox/lightning/certificates", { written }),
    async close() {
      await close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export type StandIns = Awaited<ReturnType<typeof openStandIns>>;
