import { paypalProvider } from "#shop/methods/paypal/paypal.server.ts";
import type { PaymentProvider } from "#shop/methods/provider.ts";
import type { SocialConfig } from "#shop/accounts/social.server.ts";
import { stripeProvider } from "#shop/methods/stripe/stripe.server.ts";
import type { Env } from "./env.server.ts";
import { type Sandbox, sandboxSocialConfigs } from "./sandbox.ts";

/** Returns the payment providers: those that are configured, else the stand-ins of the sandbox. */
export function paymentProviders(
  env: Pick<Env, "stripe" | "paypal" | "sandboxProviders">,
  outside: Pick<Sandbox, "services"> | null,
): PaymentProvider[] {
  const sandbox = env.sandboxProviders ? outside : null;
  // The pages of the stand-ins have the origin of the shop, below /sandbox.
  const stripe = env.stripe ?? (sandbox && { ...sandbox.services.stripe, pageOrigins: [] });
  const paypal = env.paypal ?? (sandbox && { ...sandbox.services.paypal, pageOrigins: [] });
  return [...(stripe ? [stripeProvider(stripe)] : []), ...(paypal ? [paypalProvider(paypal)] : [])];
}

/** Returns the social sign-in providers: those that are configured, else the stand-ins of the sandbox. */
export function socialConfigs(env: Env, sandbox: Sandbox | null): SocialConfig[] {
  const { google, facebook } = env;
  if (sandbox && !google && !facebook) return sandboxSocialConfigs(sandbox);
  return [
    ...(google ? [{ provider: "google" as const, ...google }] : []),
    ...(facebook ? [{ provider: "facebook" as const, ...facebook }] : []),
  ];
}
