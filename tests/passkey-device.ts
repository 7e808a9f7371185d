import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

interface Made {
  id: Buffer;
  key: KeyObject;
  rpId: string;
}

/** What a response has otherwise than an honest one. */
interface Lies {
  origin?: string;
  /** Whether the device checked a PIN, fingerprint or face. */
  verified?: boolean;
  /** Of another passkey. */
  id?: string;
  /** The format of the attestation. */
  format?: string;
}

const UP = 1;
const UV = 4;
/** Backed up, and may be. */
const BACKED_UP = 8 | 16;
const ATTESTED = 64;

/**
 * A device with passkeys and the browser before it, by the standard (https://www.w3.org/TR/webauthn-3/). Takes options
 * and returns responses as JSON, and tells any lie.
 */
export class PasskeyDevice {
  readonly #origin: string;
  readonly #made: Made[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Makes a passkey for these `PublicKeyCredentialCreationOptionsJSON`. */
  create({ challenge, rp }: { challenge: string; rp: { id?: string } }, lies: Lies = {}): string {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const id = lies.id === undefined ? randomBytes(32) : Buffer.from(lies.id, "base64url");
    const rpId = rp.id ?? "";
    this.#made.push({ id, key: privateKey, rpId });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    // A COSE key (RFC 9053, section 7.1.1): kty EC2, alg ES256, crv P-256, x, y.
    const coseKey = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = Buffer.concat([
      authenticatorData(rpId, ATTESTED, lies),
      Buffer.alloc(16),
      length,
      id,
      coseKey,
    ]);
    return this.#respond(id, {
      clientDataJSON: this.#clientData("webauthn.create", challenge, lies),
      attestationObject: attestation(lies.format ?? "none", data).toString("base64url"),
      transports: ["internal"],
    });
  }

  /** Signs the challenge of these `PublicKeyCredentialRequestOptionsJSON` with the newest passkey. */
  sign({ challenge }: { challenge: string }, lies: Lies = {}): string {
    const made = this.#made.at(-1);
    if (!made) throw new Error("the device has no passkey");
    const clientDataJSON = this.#clientData("webauthn.get", challenge, lies);
    const data = authenticatorData(made.rpId, 0, lies);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    return this.#respond(lies.id === undefined ? made.id : Buffer.from(lies.id, "base64url"), {
      clientDataJSON,
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", signed, made.key).toString("base64url"),
    });
  }

  /** The credential id of the newest passkey. */
  get id(): string {
    return this.#made.at(-1)?.id.toString("base64url") ?? "";
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Lies): string {
    const text = JSON.stringify({ type, challenge, origin, crossOrigin: false });
    return Buffer.from(text).toString("base64url");
  }

  #respond(id: Buffer, response: Record<string, unknown>): string {
    const text = id.toString("base64url");
    const credential = { id: text, rawId: text, type: "public-key", clientExtensionResults: {} };
    return JSON.stringify({ ...credential, response });
  }
}

function authenticatorData(rpId: string, flags: number, { verified = true }: Lies): Buffer {
  const all = flags | UP | BACKED_UP | (verified ? UV : 0);
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([all]), Buffer.alloc(4)]);
}

/** An attestation object without a statement, in CBOR (RFC 8949). */
function attestation(format: string, data: Buffer): Buffer {
  const text = (value: string) =>
    Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  const length = Buffer.alloc(3);
  length.writeUInt8(0x59);
  length.writeUInt16BE(data.length, 1);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text(format),
    text("attStmt"),
    Buffer.from([0xa0]),
    text("authData"),
    length,
    data,
  ]);
}

function sha256(data: Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
