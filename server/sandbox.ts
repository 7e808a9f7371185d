import { fork } from "node:child_process";
import type { Server } from "node:http";
import { join } from "node:path";
import { OperatorError } from "#db/errors.ts";
import type { SocialConfig } from "#shop/accounts/social.server.ts";
import {
  type Network,
  parseAccountKey,
  type AddressSource,
} from "#shop/payments/wallet/address.ts";
import { originOf } from "./env-values.ts";
import type { Env } from "./env.server.ts";
import { httpErrorText, okBody } from "#lib/http-body.ts";
import { createHttpClient } from "#lib/http-client.server.ts";

/** The stand-ins of the outside world, which speak the real protocols. */
export interface Sandbox extends Addresses {
  /** Registers the address of the shop, for the webhooks of the payment provider stand-ins. */
  shopListens: (server: Server) => Promise<void>;
  close: () => Promise<void>;
}

interface Addresses {
  url: string;
  smtpUrl: string;
  xpub: string;
  /** The stand-ins of Google and Facebook sign-in. */
  identity: { googleIssuer: string; facebookUrl: string; clientId: string; clientSecret: string };
  /** The payment provider stand-ins. */
  services: {
    stripe: { apiUrl: string; secretKey: string; webhookSecret: string };
    paypal: { apiUrl: string; clientId: string; clientSecret: string; webhookId: string };
  };
  /** The interfaces of a merchant's Lightning node, and the files with their credentials. */
  lightning: {
    phoenixdUrl: string;
    /** The password that cannot pay. */
    limitedPasswordFile: string;
    fullPasswordFile: string;
    lndUrl: string;
    macaroonFiles: Record<"admin" | "invoice" | "shop", string>;
    clnrestUrl: string;
    runeFiles: Record<"unrestricted" | "shop" | "invoices", string>;
  };
}

const REGISTRATION_MS = 10_000;

/** Starts the sandbox as a child process, which exits with this one. */
export async function startSandbox(rootDir: string, dataDir: string): Promise<Sandbox> {
  const child = fork(join(rootDir, "sandbox/main.ts"), ["--dir", join(dataDir, "sandbox")], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // In its own process group, so that Ctrl-C does not reach it before the server shuts down.
    detached: true,
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const ready = await new Promise<Addresses>((resolve, reject) => {
    child.once("message", (message) => resolve(message as Addresses));
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(new Error(`the sandbox ended while it was starting (exit code ${code})`)),
    );
  });
  return {
    ...ready,
    shopListens: async (server) => {
      const url = localAddress(server);
      const send = createHttpClient({ timeoutMs: REGISTRATION_MS });
      const registered = await send(`${ready.url}/sandbox/hosted-payments/shop`, {
        method: "PUT",
        body: JSON.stringify({ url }),
      });
      const body = registered.ok ? okBody(registered.value) : registered;
      if (!body.ok)
        throw new Error(`sandbox rejected shop url=${url}: ${httpErrorText(body.error)}`);
    },
    close: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** Returns the configuration of a sandbox whose outside world is the stand-ins alone, whatever the variables name. */
export function withStandInsOnly(env: Env): Env {
  const none = { smtpUrl: null, stripe: null, paypal: null, lightning: null, google: null };
  return { ...env, ...none, facebook: null };
}

/** Returns the local URL of the server: the public one may lead through a proxy that this machine cannot reach. */
function localAddress(server: Server): string {
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the shop does not listen");
  const isAnywhere = address.address === "::" || address.address === "0.0.0.0";
  return originOf(isAnywhere ? "127.0.0.1" : address.address, address.port);
}

/** Returns the URLs of the price tickers of the sandbox, which have the formats of the real ones. */
export function sandboxPriceUrls(sandboxUrl: string): string[] {
  return [
    "/prices/kraken/0/public/Ticker?pair=XBTUSD",
    "/prices/coinbase/v2/prices/BTC-USD/spot",
    "/prices/bitstamp/api/v2/ticker/btcusd/",
    "/prices/coingecko/api/v3/simple/price?ids=bitcoin&vs_currencies=usd&include_last_updated_at=true",
    "/prices/mempool/api/v1/prices",
  ].map((path) => `${sandboxUrl}${path}`);
}

/** Returns the social sign-in configuration of the sandbox. */
export function sandboxSocialConfigs({ identity }: Sandbox): SocialConfig[] {
  const { googleIssuer, facebookUrl, clientId, clientSecret } = identity;
  return [
    { provider: "google", issuer: googleIssuer, clientId, clientSecret },
    { provider: "facebook", dialogUrl: facebookUrl, graphUrl: facebookUrl, clientId, clientSecret },
  ];
}

/** Returns the account key of the sandbox, which is for regtest only. */
export function sandboxAddresses(xpub: string, network: Network): AddressSource {
  const key = parseAccountKey(xpub, network);
  if (!key.ok || network !== "regtest")
    throw new OperatorError(
      `With BITCOIN_NETWORK=${network} set BITCOIN_XPUB or BITCOIN_ADDRESS too: the sandbox's own key is for regtest.`,
    );
  return { kind: "xpub", key: key.value };
}
