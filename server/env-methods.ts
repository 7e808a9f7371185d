import { z } from "zod";
import type { PaypalAccess } from "#shop/methods/paypal/paypal-api.server.ts";
import type { StripeAccess } from "#shop/methods/stripe/stripe-api.server.ts";
import { url } from "./env-values.ts";

type Given = Record<string, string | undefined>;

/** The variables of Stripe and PayPal, each validated by itself. */
export const methodVariables = {
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'must begin with "whsec_": it is the signing secret of the webhook')
    .optional(),
  STRIPE_API_URL: url("http", "https").optional(),
  STRIPE_PAGE_ORIGIN: url("http", "https").optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .regex(/^[a-zA-Z0-9]{1,50}$/, "must be the ID of the webhook, of letters and digits")
    .optional(),
  PAYPAL_API_URL: url("http", "https").optional(),
  PAYPAL_PAGE_ORIGIN: url("http", "https").optional(),
};

const STRIPE = { apiUrl: "https://api.stripe.com", pages: "https://checkout.stripe.com" };
const PAYPAL = {
  live: { apiUrl: "https://api-m.paypal.com", pages: "https://www.paypal.com" },
  sandbox: { apiUrl: "https://api-m.sandbox.paypal.com", pages: "https://www.sandbox.paypal.com" },
};

/** Reads the Stripe configuration; null if there is none. No message repeats a key. */
export function readStripe(given: Given, live: boolean, problems: string[]): StripeAccess | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = given;
  if (!isComplete("STRIPE", ["SECRET_KEY", "WEBHOOK_SECRET"], given, problems)) return null;
  if (!secretKey || !webhookSecret) return null;
  // A stand-in may use keys of any form.
  if (!given.STRIPE_API_URL) problems.push(...keyProblems(secretKey, live));
  return {
    secretKey,
    webhookSecret,
    apiUrl: given.STRIPE_API_URL ?? STRIPE.apiUrl,
    pageOrigins: origins(given.STRIPE_PAGE_ORIGIN ?? (given.STRIPE_API_URL ? null : STRIPE.pages)),
  };
}

/** Reads the PayPal configuration; null if there is none. */
export function readPaypal(given: Given, live: boolean, problems: string[]): PaypalAccess | null {
  const {
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_CLIENT_SECRET: clientSecret,
    PAYPAL_WEBHOOK_ID: webhookId,
  } = given;
  const names = ["CLIENT_ID", "CLIENT_SECRET", "WEBHOOK_ID"];
  if (!isComplete("PAYPAL", names, given, problems)) return null;
  if (!clientId || !clientSecret || !webhookId) return null;
  const [own, others] = live ? [PAYPAL.live, PAYPAL.sandbox] : [PAYPAL.sandbox, PAYPAL.live];
  const apiUrl = given.PAYPAL_API_URL ?? own.apiUrl;
  if (hostOf(apiUrl) === hostOf(others.apiUrl))
    problems.push(
      live
        ? "PAYPAL_API_URL is PayPal's sandbox, where no real money moves: live mode needs https://api-m.paypal.com"
        : "PAYPAL_API_URL is where real money moves: set SATCHEL_MODE to live for it, or leave it out",
    );
  const pages = hostOf(apiUrl) === hostOf(own.apiUrl) ? own.pages : null;
  return {
    clientId,
    clientSecret,
    webhookId,
    apiUrl,
    pageOrigins: origins(given.PAYPAL_PAGE_ORIGIN ?? pages),
  };
}

/** Returns whether a provider is configured completely; an incomplete configuration is a problem. */
function isComplete(
  service: string,
  names: readonly string[],
  given: Given,
  problems: string[],
): boolean {
  const required = names.map((name) => `${service}_${name}`);
  const missing = required.filter((name) => !given[name]);
  if (missing.length === 0) return true;
  if (missing.length < required.length)
    problems.push(`${missing.join(" and ")} must be set together with the others of ${service}`);
  else
    for (const name of [`${service}_API_URL`, `${service}_PAGE_ORIGIN`])
      if (given[name]) problems.push(`${name} has no effect without ${required[0]}`);
  return false;
}

function keyProblems(key: string, live: boolean): string[] {
  const mode = /^(?:sk|rk)_(test|live)_\w+$/.exec(key)?.[1];
  if (!mode)
    return ['STRIPE_SECRET_KEY must begin with "sk_" or "rk_": the publishable key is another one'];
  if (live && mode === "test")
    return [
      "STRIPE_SECRET_KEY is a test key, which moves no real money: live mode needs one that begins with sk_live_",
    ];
  if (!live && mode === "live")
    return [
      "STRIPE_SECRET_KEY is a live key, which moves real money: set SATCHEL_MODE to live for it, or use a test key",
    ];
  return [];
}

function origins(page: string | null): string[] {
  return page !== null && URL.canParse(page) ? [new URL(page).origin] : [];
}

function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null;
}
