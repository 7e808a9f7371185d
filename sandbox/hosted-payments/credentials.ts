import { randomBytes } from "node:crypto";
import { paypalId } from "./formats.ts";

/** The credentials of a shop at both providers. */
export type ProviderCredentials = {
  stripe: { secretKey: string; webhookSecret: string };
  paypal: { clientId: string; clientSecret: string; webhookId: string };
};

/** The URLs of both provider APIs with the credentials, as a shop is configured with. */
export type Services = {
  stripe: { apiUrl: string } & ProviderCredentials["stripe"];
  paypal: { apiUrl: string } & ProviderCredentials["paypal"];
};

/** Generates new credentials; the sandbox does so at each start. */
export function generateCredentials(): ProviderCredentials {
  const random = () => randomBytes(24).toString("hex");
  return {
    stripe: { secretKey: `sk_test_${random()}`, webhookSecret: `whsec_${random()}` },
    paypal: { clientId: `A${random()}`, clientSecret: `E${random()}`, webhookId: paypalId() },
  };
}

/** Returns the provider APIs of a sandbox at `url`. */
export function servicesAt(url: string, { stripe, paypal }: ProviderCredentials): Services {
  return {
    stripe: { apiUrl: `${url}/stripe`, ...stripe },
    paypal: { apiUrl: `${url}/paypal`, ...paypal },
  };
}
