import { createContext as createReactContext } from "react";
import { createContext } from "react-router";
import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import type { SocialProvider } from "#shop/accounts/account.ts";
import type { SystemState } from "#shop/operations/system-state.ts";
import type { Auth } from "#shop/accounts/auth.server.ts";
import type { WaitTimes } from "#shop/orders/delivery-time.ts";
import type { ShopCache } from "#shop/catalog/shop-cache.server.ts";
import type { AccountChecks } from "#shop/delivery/account-checks.server.ts";
import type { InvoicePrinter } from "#shop/invoices/printer.server.ts";
import type { PaymentProvider } from "#shop/methods/provider.ts";
import type { HostStatus, ReportedTransaction } from "#shop/payments/chain/chain.ts";
import type { Lightning } from "#shop/payments/lightning/lightning.jobs.server.ts";
import type { Network, AddressSource } from "#shop/payments/wallet/address.ts";
import type { PaymentPolicy } from "#shop/payments/model/payment.ts";
import type { PriceFeed } from "#shop/payments/prices/price-feed.server.ts";
import type { TargetPolicy } from "#shop/webhooks/ssrf-guard.server.ts";

/** The services of loaders and actions: opened once at start, passed with each request. */
export interface ShopServices {
  db: Db;
  cache: ShopCache;
  /** The wait times of recent orders, read once an hour. */
  waitTimes: (now: Date) => Promise<WaitTimes | null>;
  mode: "sandbox" | "live";
  /** Whether this is a sandbox on the data of a live shop, which sends nothing to anybody real. */
  reachesNobody: boolean;
  prices: PriceFeed;
  /** Returns false while no chain source responds. */
  chainUp: () => boolean;
  /** Returns the state of each host of the chain source. */
  chainHosts: () => HostStatus[];
  /** Returns any transaction as the chain source has it, or null; throws ChainUnavailable. */
  transactionOf: (txid: string) => Promise<ReportedTransaction | null>;
  /** Returns the state of backups and of the disk. */
  systemState: (now: Date) => Promise<SystemState>;
  /** Returns the address of a proxy that forwards requests and is not trusted; null for none. */
  untrustedProxy: () => string | null;
  /** Returns by how much the clock of this process is ahead of the database's, if that matters; else 0. */
  clockSkewMs: () => number;
  /** Whether no checkout begins, since the disk of the embedded database is almost full. */
  salesPaused: () => boolean;
  addresses: AddressSource;
  /** The Lightning node; null where none is configured. */
  lightning: Lightning | null;
  /** The Bitcoin network of the addresses. */
  network: Network;
  policy: PaymentPolicy;
  /** Seconds for which a quote holds its rate. */
  quoteSeconds: number;
  invoices: InvoicePrinter;
  /** Checks accounts with the delivery adapter. */
  accountChecks: AccountChecks;
  /** Which hosts webhooks and the delivery adapter may be on. */
  webhookTargets: TargetPolicy;
  /** The public key by which browsers restrict their push subscriptions to this shop. */
  pushKey: string;
  auth: Auth;
  /** The configured payment providers with hosted pages. */
  providers: readonly PaymentProvider[];
  /** The configured social sign-in providers. */
  socialProviders: SocialProvider[];
  /** The public URL of the shop, without a trailing slash. */
  appUrl: () => string;
  /** Whether the shop is reached by https; cookies are then marked as secure. */
  secure: boolean;
}

export const servicesContext = createContext<ShopServices>();

/** The nonce of this response's Content-Security-Policy. */
export const nonceContext = createContext<string>();

/** Passes the nonce to inline scripts; undefined in the browser, which hides nonces from scripts. */
export const NonceContext = createReactContext<string | undefined>(undefined);

/** The IP address of the client. */
export const clientAddressContext = createContext<string>();

/** True once this request has lost the database; the 503 page is then rendered. */
export const unreachableContext = createContext(false);

/** The message of a request that a full queue refused; its document is then plain HTML, without a rendered page. */
export const busyContext = createContext<string | null>(null);

/** Metadata of the current request. */
export interface RequestNotes {
  /** The id in the log and in the header `X-Request-Id`. */
  id: string;
  /** The log, with the request's id in every line. */
  log: Log;
  /** The pattern of the matched route, such as `/packages/:packageId`; URLs are not logged. */
  route: string;
  /** The id of the account that is signed in. */
  account?: string | undefined;
  /** The id of the API key. */
  key?: string | undefined;
}

export const requestContext = createContext<RequestNotes>();
