import { paypalProvider } from "#shop/methods/paypal/paypal.server.ts";
import type { PaymentProvider } from "#shop/methods/provider.ts";
import { stripeProvider } from "#shop/methods/stripe/stripe.server.ts";
import type { Env } from "./env.server.ts";
import type { Sandbox } from "./sandbox.ts";

/** Ways to pay on pages of somebody else: those that are configured, else in the sandbox their stand-ins. */
export function paymentProviders(
  env: Pick<Env, "stripe" | "paypal" | "sandboxTill">,
  outside: Pick<Sandbox, "services"> | null,
): PaymentProvider[] {
  const sandbox = env.sandboxTill ? outside : null;
  // The stand-ins' pages are the shop's own, below /sandbox.
  const stripe = env.stripe ?? (sandbox && { ...sandbox.services.stripe, pageOrigins: [] });
  const paypal = env.paypal ?? (sandbox && { ...sandbox.services.paypal, pageOrigins: [] });
  return [...(stripe ? [stripeProvider(stripe)] : []), ...(paypal ? [paypalProvider(paypal)] : [])];
}
