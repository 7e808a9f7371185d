import { describe, expect, test } from "vitest";
import { testKey } from "../tests/make.ts";
import { type Env, readEnv } from "./env.server.ts";

const live = {
  SATCHEL_MODE: "live",
  APP_URL: "https://shop.example/",
  BITCOIN_XPUB: testKey.id,
  SMTP_URL: "smtps://user:secret@mail.example:465",
  MAIL_FROM: "The shop <shop@shop.example>",
  ADMIN_EMAIL: "owner@shop.example",
};
const stripe = { STRIPE_SECRET_KEY: "sk_test_open1sesame", STRIPE_WEBHOOK_SECRET: "whsec_sesame" };
const liveStripe = { ...stripe, STRIPE_SECRET_KEY: "sk_live_open1sesame" };
const paypal = {
  PAYPAL_CLIENT_ID: "AbC-1",
  PAYPAL_CLIENT_SECRET: "sesame",
  PAYPAL_WEBHOOK_ID: "8PT597110X687430L",
};

function envOf(source: Record<string, string>): Env {
  const result = readEnv(source);
  if ("problems" in result) throw new Error(result.problems.join("\n"));
  return result.env;
}

function problemsOf(source: Record<string, string>): string[] {
  const result = readEnv(source);
  return "problems" in result ? result.problems : [];
}

describe("the configuration of Stripe and PayPal", () => {
  test("is null unless it is set", () => {
    expect(envOf({})).toMatchObject({ stripe: null, paypal: null });
    expect(envOf(live)).toMatchObject({ stripe: null, paypal: null });
  });

  test("has the live URLs in live mode", () => {
    expect(envOf({ ...live, ...liveStripe, ...paypal })).toMatchObject({
      stripe: {
        secretKey: "sk_live_open1sesame",
        webhookSecret: "whsec_sesame",
        apiUrl: "https://api.stripe.com",
        pageOrigins: ["https://checkout.stripe.com"],
      },
      paypal: {
        clientId: "AbC-1",
        clientSecret: "sesame",
        webhookId: "8PT597110X687430L",
        apiUrl: "https://api-m.paypal.com",
        pageOrigins: ["https://www.paypal.com"],
      },
    });
  });

  test("has the test URLs in sandbox mode, each provider alone", () => {
    expect(envOf(stripe)).toMatchObject({
      stripe: { apiUrl: "https://api.stripe.com" },
      paypal: null,
    });
    expect(envOf(paypal)).toMatchObject({
      stripe: null,
      paypal: {
        apiUrl: "https://api-m.sandbox.paypal.com",
        pageOrigins: ["https://www.sandbox.paypal.com"],
      },
    });
  });

  test("accepts other URLs, with the given page origin or the shop's own", () => {
    const env = envOf({
      ...live,
      ...stripe,
      ...paypal,
      STRIPE_API_URL: "http://127.0.0.1:4000/stripe",
      PAYPAL_API_URL: "http://127.0.0.1:4000/paypal",
      PAYPAL_PAGE_ORIGIN: "http://127.0.0.1:4001/",
    });
    expect(env.stripe).toMatchObject({ apiUrl: "http://127.0.0.1:4000/stripe", pageOrigins: [] });
    expect(env.paypal).toMatchObject({ pageOrigins: ["http://127.0.0.1:4001"] });
    const own = envOf({ ...live, ...liveStripe, STRIPE_PAGE_ORIGIN: "https://pay.shop.example" });
    expect(own.stripe?.pageOrigins).toEqual(["https://pay.shop.example"]);
  });
});

describe("rejects without repeating a key", () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ["a live key in sandbox", liveStripe, /^STRIPE_SECRET_KEY is a live key, .* SATCHEL_MODE/],
    ["a test key in live", { ...live, ...stripe }, /^STRIPE_SECRET_KEY is a test key/],
    [
      "a publishable key",
      { ...stripe, STRIPE_SECRET_KEY: "pk_test_sesame" },
      /^STRIPE_SECRET_KEY must begin with "sk_"/,
    ],
    ["a secret key alone", { STRIPE_SECRET_KEY: "sk_test_sesame" }, /^STRIPE_WEBHOOK_SECRET must/],
    ["a webhook secret alone", { STRIPE_WEBHOOK_SECRET: "whsec_1" }, /^STRIPE_SECRET_KEY must/],
    [
      "another webhook secret",
      { ...stripe, STRIPE_WEBHOOK_SECRET: "sesame" },
      /^STRIPE_WEBHOOK_SECRET must begin with "whsec_"/,
    ],
    [
      "an address alone",
      { STRIPE_API_URL: "https://api.stripe.com" },
      /^STRIPE_API_URL has no effect without STRIPE_SECRET_KEY/,
    ],
    [
      "a part of PayPal",
      { PAYPAL_CLIENT_ID: "AbC-1" },
      /^PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID must/,
    ],
    [
      "PayPal's sandbox in live",
      { ...live, ...paypal, PAYPAL_API_URL: "https://api-m.sandbox.paypal.com" },
      /^PAYPAL_API_URL is PayPal's sandbox/,
    ],
    [
      "PayPal itself in sandbox",
      { ...paypal, PAYPAL_API_URL: "https://api-m.paypal.com/" },
      /^PAYPAL_API_URL is where real money moves/,
    ],
    ["no address", { ...paypal, PAYPAL_API_URL: "api-m.paypal.com" }, /^PAYPAL_API_URL must be/],
    [
      "pages nowhere",
      { PAYPAL_PAGE_ORIGIN: "https://x.example" },
      /^PAYPAL_PAGE_ORIGIN has no effect/,
    ],
  ])("%s", (_what, given, problem) => {
    const problems = problemsOf(given);
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect(problems.join()).not.toContain("sesame");
  });
});
