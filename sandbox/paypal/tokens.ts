import { randomBytes } from "node:crypto";
import type { ProviderCredentials } from "../hosted-payments/credentials.ts";

const LIFE_SECONDS = 9 * 60 * 60;

/** Access tokens by client credentials (https://developer.paypal.com/api/rest/authentication/). */
export class Tokens {
  readonly #access: ProviderCredentials["paypal"];
  readonly #expiries = new Map<string, number>();

  constructor(access: ProviderCredentials["paypal"]) {
    this.#access = access;
  }

  /** Issues a token for valid client credentials (HTTP Basic), or null. */
  issue(authorization: string | undefined): object | null {
    const { clientId, clientSecret } = this.#access;
    const expected = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    if (authorization !== `Basic ${expected}`) return null;
    const token = `A21AA${randomBytes(36).toString("base64url")}`;
    this.#expiries.set(token, Date.now() + LIFE_SECONDS * 1000);
    return {
      scope: "https://uri.paypal.com/services/payments/payment",
      access_token: token,
      token_type: "Bearer",
      app_id: "APP-STANDIN",
      expires_in: LIFE_SECONDS,
      nonce: new Date().toISOString(),
    };
  }

  allows(authorization: string | undefined): boolean {
    const token = /^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? "";
    return (this.#expiries.get(token) ?? 0) > Date.now();
  }

  /** Revokes all tokens, as PayPal may do before they expire. */
  revoke(): void {
    this.#expiries.clear();
  }
}
