import { randomBytes } from "node:crypto";
import type { TillAccess } from "../till/access.ts";

const LIFE_SECONDS = 9 * 60 * 60;

/** Access tokens by client credentials (https://developer.paypal.com/api/rest/authentication/). */
export class Tokens {
  readonly #access: TillAccess["paypal"];
  readonly #ends = new Map<string, number>();

  constructor(access: TillAccess["paypal"]) {
    this.#access = access;
  }

  /** A token for whoever knows the client's secret, by HTTP's basic authentication. */
  issue(authorization: string | undefined): object | null {
    const { clientId, clientSecret } = this.#access;
    const expected = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    if (authorization !== `Basic ${expected}`) return null;
    const token = `A21AA${randomBytes(36).toString("base64url")}`;
    this.#ends.set(token, Date.now() + LIFE_SECONDS * 1000);
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
    return (this.#ends.get(token) ?? 0) > Date.now();
  }

  /** Forgets all tokens, as PayPal may do before their time. */
  revoke(): void {
    this.#ends.clear();
  }
}
