import { createHash, generateKeyPair, sign } from "node:crypto";
import type { JsonWebKey, KeyObject } from "node:crypto";
import { promisify } from "node:util";

type Key = { kid: string; jwk: JsonWebKey; privateKey: KeyObject };

/** An RSA key that lasts as long as the process, for signing JSON web tokens by RS256. */
export class SigningKey {
  #key: Promise<Key> | undefined;

  /** The public half, as a JSON web key set. */
  async jwks(): Promise<{ keys: object[] }> {
    const { kid, jwk } = await this.#get();
    return { keys: [{ ...jwk, kid, alg: "RS256", use: "sig" }] };
  }

  /** A signed token with these claims. */
  async sign(claims: Record<string, unknown>): Promise<string> {
    const { kid, privateKey } = await this.#get();
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const text = `${encode({ alg: "RS256", typ: "JWT", kid })}.${encode(claims)}`;
    return `${text}.${sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64url")}`;
  }

  // Made when it is first needed: most sandboxes never sign anyone in, and it takes a while.
  #get(): Promise<Key> {
    return (this.#key ??= makeKey());
  }
}

async function makeKey(): Promise<Key> {
  const options = { modulusLength: 2048 };
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", options);
  const jwk = publicKey.export({ format: "jwk" });
  const kid = createHash("sha256").update(JSON.stringify(jwk)).digest("hex").slice(0, 40);
  return { kid, jwk, privateKey };
}
