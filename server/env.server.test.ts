import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testKey } from "../tests/make.ts";
import { type Env, readEnv } from "./env.server.ts";
import { trustNoProxy } from "./proxies.ts";

const xprv =
  "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi";
const mainnetAddress = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const core = "http://shop:open%20sesame@127.0.0.1:8332";
const live = {
  SATCHEL_MODE: "live",
  APP_URL: "https://shop.example/",
  BITCOIN_XPUB: testKey.id,
  SMTP_URL: "smtps://user:secret@mail.example:465",
  MAIL_FROM: "The shop <shop@shop.example>",
  ADMIN_EMAIL: "Owner@shop.example",
};

function envOf(source: Record<string, string | undefined>): Env {
  const result = readEnv(source);
  if ("problems" in result) throw new Error(result.problems.join("\n"));
  return result.env;
}

function problemsOf(source: Record<string, string | undefined>): string[] {
  const result = readEnv(source);
  return "problems" in result ? result.problems : [];
}

const namesIn = (problems: string[]) =>
  problems.map((line) => String(line.split(/[: ]/)[0])).toSorted();

describe("a valid configuration", () => {
  const untouched: Env = {
    mode: "sandbox",
    host: "127.0.0.1",
    port: 3000,
    dataDir: "./data",
    databaseUrl: null,
    appUrl: "http://127.0.0.1:3000",
    hstsIncludeSubDomains: false,
    trustedProxies: trustNoProxy,
    logLevel: "info",
    metricsToken: null,
    network: "regtest",
    addresses: null,
    core: null,
    esploraUrls: null,
    esploraRequestsPerHour: null,
    priceUrls: null,
    smtpUrl: null,
    mailFrom: "Satchel <shop@satchel.example>",
    adminEmail: null,
    webhookAllowPrivate: false,
    google: null,
    facebook: null,
    stripe: null,
    paypal: null,
    lightning: null,
    sandboxLightning: true,
    sandboxProviders: true,
    cheapHashes: false,
    textMarks: null,
    quoteSeconds: 3600,
    chainPollSeconds: 1,
    priceRefreshSeconds: 2,
    priceMinSources: 1,
    priceMaxAgeSeconds: 600,
  };

  test("without variables is a sandbox on port 3000", () => {
    expect(envOf({ PATH: "/usr/bin" })).toEqual(untouched);
  });

  test("treats an empty or blank value as unset", () => {
    const names = [...Object.keys(live), "PORT", "HOST", "DATA_DIR", "DATABASE_URL"].concat(
      ["ADMIN_EMAIL", "GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "GOOGLE_ISSUER"],
      ["FACEBOOK_CLIENT_ID", "FACEBOOK_CLIENT_SECRET", "FACEBOOK_DIALOG_URL", "FACEBOOK_GRAPH_URL"],
      ["BITCOIN_NETWORK", "BITCOIN_ADDRESS", "ESPLORA_URL", "BITCOIN_PRICE_URLS"],
      ["QUOTE_SECONDS", "CHAIN_POLL_SECONDS", "PRICE_REFRESH_SECONDS", "PRICE_MAX_AGE_SECONDS"],
      ["TRUSTED_PROXIES", "LOG_LEVEL", "METRICS_TOKEN", "WEBHOOK_ALLOW_PRIVATE"],
      ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_API_URL", "STRIPE_PAGE_ORIGIN"],
      ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"],
      ["PAYPAL_API_URL", "PAYPAL_PAGE_ORIGIN", "SANDBOX_PROVIDERS"],
      ["LIGHTNING_URL", "LIGHTNING_SECRET_FILE", "LIGHTNING_CERT_FILE", "SANDBOX_LIGHTNING"],
      ["SANDBOX_HASHES", "SANDBOX_TEXTS"],
    );
    expect(envOf(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(untouched);
    expect(envOf(Object.fromEntries(names.map((name) => [name, "  "])))).toEqual(untouched);
  });

  test("has cheap password hashes only in the sandbox, and only if asked for", () => {
    const cheap = { SANDBOX_HASHES: "cheap" };
    expect(envOf(cheap).cheapHashes).toBe(true);
    expect(envOf({ ...live, ...cheap }).cheapHashes).toBe(false);
  });

  test("marks texts only in the sandbox", () => {
    const marked = { SANDBOX_TEXTS: "marked" };
    expect(envOf(marked).textMarks).toBe("marked");
    expect(envOf({ ...live, ...marked }).textMarks).toBeNull();
  });

  test("in live mode polls public hosts slowly, and needs only what has no default", () => {
    const env = envOf(live);
    expect(env).toMatchObject({
      mode: "live",
      appUrl: "https://shop.example",
      network: "mainnet",
      addresses: { kind: "xpub", key: { id: testKey.id } },
      smtpUrl: live.SMTP_URL,
      mailFrom: live.MAIL_FROM,
      chainPollSeconds: 30,
      priceRefreshSeconds: 60,
      priceMinSources: 2,
    });
    expect(env.esploraUrls).toEqual(["https://mempool.space/api", "https://blockstream.info/api"]);
    expect(env.priceUrls).toHaveLength(5);
  });

  test("separates lists by commas, and recognizes a mirror of a price source by its path", () => {
    const prices = [
      "http://127.0.0.1:4000/prices/kraken/0/public/Ticker?pair=XBTUSD",
      "https://proxy.example/api/v2/ticker/btcusd/",
    ];
    const env = envOf({
      ESPLORA_URL: " http://127.0.0.1:3002 , https://esplora.example/api,",
      BITCOIN_PRICE_URLS: prices.join(" ,"),
    });
    expect(env.esploraUrls).toEqual(["http://127.0.0.1:3002", "https://esplora.example/api"]);
    expect(env.priceUrls).toEqual(prices);
  });

  test("authenticates to Bitcoin Core with user and password, or with its cookie", () => {
    const byPassword = envOf({ ...live, BITCOIN_RPC_URL: core });
    expect(byPassword.core).toEqual({ url: core, cookieFile: null, wallet: "satchel" });
    const byCookie = envOf({
      ...live,
      BITCOIN_NETWORK: "regtest",
      BITCOIN_XPUB: undefined,
      BITCOIN_ADDRESS: "bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x",
      BITCOIN_RPC_URL: "http://127.0.0.1:18443",
      BITCOIN_RPC_COOKIE_FILE: "/home/bitcoin/.bitcoin/regtest/.cookie",
      BITCOIN_RPC_WALLET: "coin-shop_2",
    });
    expect(byCookie.core).toEqual({
      url: "http://127.0.0.1:18443",
      cookieFile: "/home/bitcoin/.bitcoin/regtest/.cookie",
      wallet: "coin-shop_2",
    });
  });

  test.each([
    ["::1", "http://[::1]:4711"],
    ["192.0.2.7", "http://192.0.2.7:4711"],
    ["shop.internal", "http://shop.internal:4711"],
    ["::", "http://localhost:4711"],
    ["0.0.0.0", "http://localhost:4711"],
  ])("listening at %s without an address the shop is at %s", (host, appUrl) => {
    expect(envOf({ HOST: host, PORT: "4711" }).appUrl).toBe(appUrl);
    expect(new URL(appUrl).origin).toBe(appUrl);
  });

  test("permits webhooks to private networks only when that is set", () => {
    expect(envOf({ WEBHOOK_ALLOW_PRIVATE: "1" }).webhookAllowPrivate).toBe(true);
    expect(envOf({ WEBHOOK_ALLOW_PRIVATE: "0" }).webhookAllowPrivate).toBe(false);
    expect(problemsOf({ WEBHOOK_ALLOW_PRIVATE: "yes" })).toEqual([
      'WEBHOOK_ALLOW_PRIVATE must be "1" or "0"',
    ]);
  });

  test("trusts proxies by address and by network", () => {
    const { trustedProxies } = envOf({ TRUSTED_PROXIES: "192.0.2.1, fd00::/8" });
    expect(["192.0.2.1", "fd12::9"].every((one) => trustedProxies.includes(one))).toBe(true);
    expect(["192.0.2.2", "fe80::1"].some((one) => trustedProxies.includes(one))).toBe(false);
  });

  test("accepts a fixed address instead of an account key", () => {
    const { BITCOIN_XPUB: _, ...rest } = live;
    const fixed = { kind: "fixed", address: mainnetAddress };
    for (const text of [mainnetAddress, `bitcoin:${mainnetAddress}?amount=0.1`])
      expect(envOf({ ...rest, BITCOIN_ADDRESS: text }).addresses).toEqual(fixed);
  });
});

describe("an invalid configuration", () => {
  test.each([
    ["neither user nor cookie", { BITCOIN_RPC_URL: "http://127.0.0.1:8332" }, "BITCOIN_RPC_URL"],
    ["a user alone", { BITCOIN_RPC_URL: "http://sesame@127.0.0.1:8332" }, "BITCOIN_RPC_URL"],
    [
      "both of them",
      { BITCOIN_RPC_URL: core, BITCOIN_RPC_COOKIE_FILE: "/cookie" },
      "BITCOIN_RPC_URL",
    ],
    ["another protocol", { BITCOIN_RPC_URL: core.replace("http", "tcp") }, "BITCOIN_RPC_URL"],
    [
      "Esplora besides",
      { BITCOIN_RPC_URL: core, ESPLORA_URL: "https://esplora.example" },
      "BITCOIN_RPC_URL",
    ],
    [
      "a wallet with a path",
      { BITCOIN_RPC_URL: core, BITCOIN_RPC_WALLET: "../x" },
      "BITCOIN_RPC_WALLET",
    ],
    ["a cookie alone", { BITCOIN_RPC_COOKIE_FILE: "/cookie" }, "BITCOIN_RPC_COOKIE_FILE"],
    ["a wallet alone", { BITCOIN_RPC_WALLET: "shop" }, "BITCOIN_RPC_WALLET"],
  ])("Bitcoin Core with %s is refused, without its password", (_what, given, name) => {
    const problems = problemsOf(given);
    expect(namesIn(problems)).toEqual([name]);
    expect(problems.join()).not.toContain("sesame");
  });

  const bad = {
    SATCHEL_MODE: "production",
    PORT: "65536",
    DATABASE_URL: "mysql://localhost/shop",
    APP_URL: "shop.example",
    BITCOIN_NETWORK: "dogecoin",
    ESPLORA_URL: "ftp://esplora.example",
    BITCOIN_PRICE_URLS: "https://example.com/price.json",
    SMTP_URL: "mail.example:25",
    MAIL_FROM: "shop",
    ADMIN_EMAIL: "owner",
    TRUSTED_PROXIES: "10.0.0.0/8,proxy.example",
    LOG_LEVEL: "loud",
    METRICS_TOKEN: "too short",
    QUOTE_SECONDS: "0",
    CHAIN_POLL_SECONDS: "1.5",
    PRICE_REFRESH_SECONDS: "soon",
    PRICE_MAX_AGE_SECONDS: "-1",
  };

  test.each(["/coins", "/?a=1", "/#top", "/a/"])("APP_URL with %s is refused", (rest) => {
    const [problem] = problemsOf({ APP_URL: `https://shop.example${rest}` });
    expect(problem).toMatch(/^APP_URL must have no path: https:\/\/shop\.example is possible/);
  });

  test("names every bad value at once, and only those", () => {
    expect(namesIn(problemsOf({ ...bad, HOST: "0.0.0.0" }))).toEqual(Object.keys(bad).toSorted());
  });

  test.each(Object.entries(bad))("%s=%s is refused alone, too", (name, value) => {
    expect(namesIn(problemsOf({ [name]: value }))).toEqual([name]);
  });

  test("a misspelled name stops the start with a suggestion; names of other programs do not", () => {
    expect(
      problemsOf({ BITCOIN_XPUP: "xpub…", MAIL_FORM: "a@b.example", ESPLORA_URLS: "https://a" }),
    ).toEqual([
      "BITCOIN_XPUP is not known. Did you mean BITCOIN_XPUB?",
      "MAIL_FORM is not known. Did you mean MAIL_FROM?",
      "ESPLORA_URLS is not known. Did you mean ESPLORA_URL?",
    ]);
    const others = [
      "HOSTNAME",
      "DATABASE_NAME",
      "GOOGLE_APPLICATION_CREDENTIALS",
      "MAILTO",
      "PORTS",
    ];
    expect(problemsOf(Object.fromEntries(others.map((name) => [name, "x"])))).toEqual([]);
  });

  test("says which values are valid", () => {
    expect(problemsOf({ PORT: "http", SATCHEL_MODE: "prod" })).toEqual([
      'SATCHEL_MODE must be "sandbox" or "live"',
      "PORT must be a whole number from 0 to 65535",
    ]);
    expect(problemsOf({ BITCOIN_PRICE_URLS: "https://example.com/price.json" })).toEqual([
      expect.stringContaining("none of the price sources that can be read"),
    ]);
  });

  test("live names everything that is missing at once", () => {
    expect(namesIn(problemsOf({ SATCHEL_MODE: "live" }))).toEqual([
      "ADMIN_EMAIL",
      "APP_URL",
      "BITCOIN_XPUB",
      "MAIL_FROM",
      "SMTP_URL",
    ]);
    expect(namesIn(problemsOf({ SATCHEL_MODE: "live", BITCOIN_NETWORK: "regtest" }))).toContain(
      "ESPLORA_URL",
    );
  });

  test("reports invalid and missing values together", () => {
    expect(
      namesIn(problemsOf({ SATCHEL_MODE: "live", PORT: "x", BITCOIN_XPUB: xprv, SMTP_URL: "x" })),
    ).toEqual(["ADMIN_EMAIL", "APP_URL", "BITCOIN_XPUB", "MAIL_FROM", "PORT", "SMTP_URL"]);
  });

  test.each(["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "FACEBOOK_CLIENT_ID"])(
    "%s without its other half is refused",
    (name) => {
      expect(problemsOf({ [name]: "half" })).toEqual([expect.stringContaining(name)]);
    },
  );

  test.each(["BITCOIN_XPUB", "BITCOIN_ADDRESS"])(
    "a private key in %s is refused, and not repeated where it could be read",
    (name) => {
      const problems = problemsOf({ BITCOIN_NETWORK: "mainnet", [name]: xprv });
      expect(problems).toEqual([expect.stringMatching(`^${name}: this is a private key`)]);
      expect(problems.join()).not.toContain(xprv.slice(0, 12));
    },
  );

  test("rejects an account key together with an address", () => {
    expect(problemsOf({ ...live, BITCOIN_ADDRESS: mainnetAddress })).toEqual([
      "BITCOIN_XPUB and BITCOIN_ADDRESS cannot both be set",
    ]);
  });

  test.each([
    ["a main network's key on regtest", { BITCOIN_XPUB: testKey.id }],
    ["a main network's address on regtest", { BITCOIN_ADDRESS: mainnetAddress }],
    ["a main network's key on testnet", { ...live, BITCOIN_NETWORK: "testnet" }],
    [
      "a test network's address in live",
      {
        ...live,
        BITCOIN_XPUB: "",
        BITCOIN_ADDRESS: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
      },
    ],
  ])("%s does not fit", (_what, source) => {
    expect(problemsOf(source)).toEqual([expect.stringMatching(/^BITCOIN_(XPUB|ADDRESS): .+"/)]);
  });

  test.each(["ESPLORA_URL", "BITCOIN_PRICE_URLS"])("%s without any address in it", (name) => {
    expect(namesIn(problemsOf({ [name]: " , " }))).toEqual([name]);
  });

  test("accepts exactly the valid ports", () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: -10, max: 70_000 }), fc.double()), (number) => {
        const isPort = Number.isInteger(number) && number >= 0 && number <= 65_535;
        // -0 is written "0".
        expect(problemsOf({ PORT: String(number) })).toHaveLength(isPort ? 0 : 1);
      }),
    );
  });
});
