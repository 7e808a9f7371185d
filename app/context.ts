import { createContext } from "react-router";
import type { Db } from "#db/client.server.ts";
import type { SocialProvider } from "#shop/accounts/account.ts";
import type { Auth } from "#shop/accounts/auth.server.ts";
import type { ShopCache } from "#shop/catalog/shop-cache.server.ts";
import type { InvoicePrinter } from "#shop/invoices/printer.server.ts";
import type { PaymentProvider } from "#shop/methods/provider.ts";
import type { Network } from "#shop/payments/wallet/address.ts";
import type { PaymentPolicy } from "#shop/payments/model/payment.ts";
import type { PriceFeed } from "#shop/payments/prices/price-feed.server.ts";
import type { AddressSource } from "#shop/payments/quotes.server.ts";
import type { TargetPolicy } from "#shop/webhooks/targets.server.ts";

/** What every loader and action works with: opened once when the server starts, handed in with each request. */
export interface ShopServices {
  db: Db;
  cache: ShopCache;
  mode: "sandbox" | "live";
  prices: PriceFeed;
  /** False while no chain source answers. */
  chainUp: () => boolean;
  /** False while hosts of the chain tell different things. */
  chainAgrees: () => boolean;
  addresses: AddressSource;
  /** The Bitcoin network that addresses are of. */
  network: Network;
  policy: PaymentPolicy;
  /** How long a quote holds its rate. */
  quoteSeconds: number;
  invoices: InvoicePrinter;
  /** Where webhooks may go. */
  webhookTargets: TargetPolicy;
  auth: Auth;
  /** Services on whose pages people pay, as far as they are configured. */
  providers: readonly PaymentProvider[];
  /** Ways to sign in elsewhere that are configured. */
  socialProviders: SocialProvider[];
  /** Where the outside reaches the shop, without a slash at its end. */
  appUrl: () => string;
  /** Whether customers reach the shop by https: cookies then go no other way. */
  secure: boolean;
}

export const servicesContext = createContext<ShopServices>();

/** The nonce of this response's Content-Security-Policy. */
export const nonceContext = createContext<string>();

/** The network address that the request came from. */
export const clientAddressContext = createContext<string>();

/** True while the database is known to be gone: the screen is then the one that says so. */
export const unreachableContext = createContext(false);
