import { z } from "zod";
import type { PaypalAccess } from "#shop/methods/paypal/paypal-api.server.ts";
import type { StripeAccess } from "#shop/methods/stripe/stripe-api.server.ts";
import type { LightningAccess } from "#shop/payments/lightning/node-client.server.ts";
import { type Network, networks, type AddressSource } from "#shop/payments/wallet/address.ts";
import { priceSourceOf } from "#shop/payments/prices/price-feed.server.ts";
import {
  type CoreAccess,
  liveEsploraUrls,
  livePriceUrls,
  readAddresses,
  readCore,
} from "./env-bitcoin.ts";
import { lightningVariables, readLightning } from "./env-lightning.ts";
import { mailVariables, readMail } from "./env-mail.ts";
import { methodVariables, readPaypal, readStripe } from "./env-methods.ts";
import { list, misspelled, origin, originOf, proxies, url, wholeNumber } from "./env-values.ts";
import { type LogLevel, logLevels } from "./log.ts";
import { textMarks, type TextMarks } from "#messages/catalogs.server.ts";
import { trustNoProxy, type TrustedProxies } from "./proxies.ts";

/** The configuration, read once at start. In the sandbox, null means that the sandbox provides it. */
export interface Env {
  mode: "sandbox" | "live";
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  appUrl: string;
  /** The proxies whose forwarding headers are trusted. */
  trustedProxies: TrustedProxies;
  logLevel: LogLevel;
  /** Whether HSTS covers the subdomains of the shop's host. */
  hstsIncludeSubDomains: boolean;
  /** The bearer token of `/metrics`; null closes the route. */
  metricsToken: string | null;
  network: Network;
  addresses: AddressSource | null;
  /** Bitcoin Core as the only chain source; null for Esplora. */
  core: CoreAccess | null;
  esploraUrls: string[] | null;
  /** Requests per hour to each Esplora host; null for the usual limit of the public ones. */
  esploraRequestsPerHour: number | null;
  priceUrls: string[] | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** If set, only this email address can become the first administrator. */
  adminEmail: string | null;
  /** Whether webhooks may be sent to private networks. */
  webhookAllowPrivate: boolean;
  google: { issuer: string; clientId: string; clientSecret: string } | null;
  facebook: { dialogUrl: string; graphUrl: string; clientId: string; clientSecret: string } | null;
  /** The Lightning node; null for that of the sandbox, or none. */
  lightning: LightningAccess | null;
  /** Whether the sandbox has a Lightning node. */
  sandboxLightning: boolean;
  /** Whether the sandbox has payment provider stand-ins. */
  sandboxProviders: boolean;
  /** Whether passwords get cheap hashes, for tests. Never in live mode. */
  cheapHashes: boolean;
  /** How texts with a key are marked, to find those without; null for not at all. Never in live mode. */
  textMarks: TextMarks | null;
  stripe: StripeAccess | null;
  paypal: PaypalAccess | null;
  quoteSeconds: number;
  chainPollSeconds: number;
  priceRefreshSeconds: number;
  /** How many price sources have to agree. */
  priceMinSources: number;
  priceMaxAgeSeconds: number;
}

/** Validates each variable by itself; `readEnv` validates combinations. */
export const schema = z.object({
  SATCHEL_MODE: z
    .enum(["sandbox", "live"], { error: 'must be "sandbox" or "live"' })
    .default("sandbox"),
  HOST: z.string().default("127.0.0.1"),
  PORT: wholeNumber(0, 65_535).default(3000),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: url("postgres", "postgresql").optional(),
  APP_URL: origin.optional(),
  HSTS_INCLUDE_SUBDOMAINS: z.enum(["0", "1"], { error: 'must be "1" or "0"' }).default("0"),
  TRUSTED_PROXIES: proxies.optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` }).default("info"),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, "must have at least 16 characters, without spaces")
    .optional(),
  BITCOIN_NETWORK: z.enum(networks, { error: `must be one of ${networks.join(", ")}` }).optional(),
  BITCOIN_XPUB: z.string().optional(),
  BITCOIN_ADDRESS: z.string().optional(),
  ESPLORA_URL: list.pipe(z.array(url("http", "https"))).optional(),
  BITCOIN_RPC_URL: url("http", "https").optional(),
  BITCOIN_RPC_COOKIE_FILE: z.string().optional(),
  BITCOIN_RPC_WALLET: z
    .string()
    .regex(/^[\w.-]+$/, "may have letters, digits, and . _ - only")
    .optional(),
  BITCOIN_PRICE_URLS: list
    .pipe(
      z.array(
        url("http", "https").refine((text) => !URL.canParse(text) || priceSourceOf(text) !== null, {
          error: "is none of the price sources that can be read (see docs/configuration.md)",
        }),
      ),
    )
    .optional(),
  ...mailVariables,
  ADMIN_EMAIL: z.email("must be an email address").toLowerCase().optional(),
  WEBHOOK_ALLOW_PRIVATE: z.enum(["0", "1"], { error: 'must be "1" or "0"' }).default("0"),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: url("http", "https").default("https://accounts.google.com"),
  FACEBOOK_CLIENT_ID: z.string().optional(),
  FACEBOOK_CLIENT_SECRET: z.string().optional(),
  FACEBOOK_DIALOG_URL: url("http", "https").default("https://www.facebook.com/v23.0"),
  FACEBOOK_GRAPH_URL: url("http", "https").default("https://graph.facebook.com/v23.0"),
  ...methodVariables,
  ...lightningVariables,
  SANDBOX_LIGHTNING: z.enum(["on", "off"], { error: 'must be "on" or "off"' }).default("on"),
  SANDBOX_PROVIDERS: z.enum(["on", "off"], { error: 'must be "on" or "off"' }).default("on"),
  SANDBOX_HASHES: z.enum(["full", "cheap"], { error: 'must be "full" or "cheap"' }).default("full"),
  SANDBOX_TEXTS: z.enum(textMarks, { error: 'must be "marked" or "traced"' }).optional(),
  QUOTE_SECONDS: wholeNumber(1, 86_400).default(3600),
  CHAIN_POLL_SECONDS: wholeNumber(1, 600).optional(),
  ESPLORA_REQUESTS_PER_HOUR: wholeNumber(60, 1_000_000).optional(),
  PRICE_REFRESH_SECONDS: wholeNumber(1, 600).optional(),
  PRICE_MIN_SOURCES: wholeNumber(1, 5).optional(),
  PRICE_MAX_AGE_SECONDS: wholeNumber(1, 3600).default(600),
});

/** One price source alone could sell at any price. */
const LIVE_MIN_SOURCES = 2;

/** Reads the environment; on any error returns all problems at once, one line each. */
export function readEnv(
  source: Record<string, string | undefined>,
): { env: Env } | { problems: string[] } {
  // An empty value means unset, as in `SMTP_URL= npm start`.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = schema.safeParse(given);
  const problems = (parsed.error?.issues ?? []).map(
    (issue) => `${String(issue.path[0])} ${issue.message}`,
  );
  problems.push(...misspelled(given, Object.keys(schema.shape)));
  const live = given.SATCHEL_MODE === "live";
  const namedNetwork = networks.find((name) => name === given.BITCOIN_NETWORK);
  const network = namedNetwork ?? (live ? "mainnet" : "regtest");

  // An address is not validated against an unknown network.
  const addresses =
    given.BITCOIN_NETWORK && !namedNetwork
      ? null
      : readAddresses(given.BITCOIN_XPUB, given.BITCOIN_ADDRESS, network, problems);
  if (live) {
    const missing = "must be set when SATCHEL_MODE is live";
    if (!given.APP_URL) problems.push(`APP_URL ${missing}: the address that customers open`);
    if (!given.BITCOIN_XPUB && !given.BITCOIN_ADDRESS)
      problems.push(`BITCOIN_XPUB (or BITCOIN_ADDRESS) ${missing}: where the coins are paid to`);
    if (!given.ADMIN_EMAIL)
      problems.push(
        `ADMIN_EMAIL ${missing}: your address, which owns the shop once you registered with it and opened the link in the mail. Without it, the shop would belong to the first person who registers`,
      );
    if (!given.ESPLORA_URL && !given.BITCOIN_RPC_URL && !liveEsploraUrls[network])
      problems.push(`ESPLORA_URL (or BITCOIN_RPC_URL) ${missing} on the network "${network}"`);
  }
  if (live && parsed.data && parsed.data.BITCOIN_PRICE_URLS) {
    const sources = new Set(parsed.data.BITCOIN_PRICE_URLS.map(priceSourceOf));
    if (sources.size < (parsed.data.PRICE_MIN_SOURCES ?? LIVE_MIN_SOURCES))
      problems.push("BITCOIN_PRICE_URLS names fewer sources than PRICE_MIN_SOURCES");
  }
  const smtpUrl = readMail(given, live, problems);
  const core = readCore(given, problems);
  const google = pair("GOOGLE", given.GOOGLE_CLIENT_ID, given.GOOGLE_CLIENT_SECRET, problems);
  const facebook = pair(
    "FACEBOOK",
    given.FACEBOOK_CLIENT_ID,
    given.FACEBOOK_CLIENT_SECRET,
    problems,
  );
  const stripe = readStripe(given, live, problems);
  const paypal = readPaypal(given, live, problems);
  const lightning = readLightning(given, live, problems);
  if (!parsed.success || problems.length > 0) return { problems };

  const values = parsed.data;
  return {
    env: {
      mode: values.SATCHEL_MODE,
      host: values.HOST,
      port: values.PORT,
      dataDir: values.DATA_DIR,
      databaseUrl: values.DATABASE_URL ?? null,
      appUrl: (values.APP_URL ?? originOf(values.HOST, values.PORT)).replace(/\/+$/, ""),
      hstsIncludeSubDomains: values.HSTS_INCLUDE_SUBDOMAINS === "1",
      trustedProxies: values.TRUSTED_PROXIES ?? trustNoProxy,
      logLevel: values.LOG_LEVEL,
      metricsToken: values.METRICS_TOKEN ?? null,
      network,
      addresses,
      core,
      esploraRequestsPerHour: values.ESPLORA_REQUESTS_PER_HOUR ?? null,
      esploraUrls: values.ESPLORA_URL ?? (live ? (liveEsploraUrls[network] ?? null) : null),
      priceUrls: values.BITCOIN_PRICE_URLS ?? (live ? livePriceUrls : null),
      smtpUrl,
      mailFrom: values.MAIL_FROM ?? "Satchel <shop@satchel.example>",
      adminEmail: values.ADMIN_EMAIL ?? null,
      webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE === "1",
      google: google && { issuer: values.GOOGLE_ISSUER.replace(/\/+$/, ""), ...google },
      facebook: facebook && {
        dialogUrl: values.FACEBOOK_DIALOG_URL,
        graphUrl: values.FACEBOOK_GRAPH_URL,
        ...facebook,
      },
      stripe,
      paypal,
      lightning,
      sandboxLightning: values.SANDBOX_LIGHTNING === "on",
      sandboxProviders: values.SANDBOX_PROVIDERS === "on",
      cheapHashes: !live && values.SANDBOX_HASHES === "cheap",
      textMarks: live ? null : (values.SANDBOX_TEXTS ?? null),
      quoteSeconds: values.QUOTE_SECONDS,
      // The stand-ins may be polled every second; public hosts limit the rate.
      chainPollSeconds: values.CHAIN_POLL_SECONDS ?? (live ? 30 : 1),
      priceRefreshSeconds: values.PRICE_REFRESH_SECONDS ?? (live ? 60 : 2),
      priceMinSources: values.PRICE_MIN_SOURCES ?? (live ? LIVE_MIN_SOURCES : 1),
      priceMaxAgeSeconds: values.PRICE_MAX_AGE_SECONDS,
    },
  };
}

/** Reads client id and secret of a social sign-in provider; only one of them is a problem. */
function pair(
  name: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
  problems: string[],
): { clientId: string; clientSecret: string } | null {
  if (clientId && clientSecret) return { clientId, clientSecret };
  if (clientId || clientSecret)
    problems.push(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET must be set together`);
  return null;
}
