import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";

/** A private key and its certificate in PEM. */
export type KeyAndCertificate = { name: string; key: string; certificate: string };

const MONTH_MS = 30 * 24 * 60 * 60_000;
/** As LND's own: 14 months (lightningnetwork/lnd: config.go, defaultTLSCertDuration). */
const VALID_MS = 14 * MONTH_MS;

const OID = {
  ecdsaWithSha256: "2a8648ce3d040302",
  commonName: "550403",
  subjectAltName: "551d11",
  keyUsage: "551d0f",
  basicConstraints: "551d13",
  extendedKeyUsage: "551d25",
  serverAuth: "2b06010505070301",
};
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
};

/**
 * Makes an X.509 certificate (RFC 5280) of a new P-256 key for localhost and 127.0.0.1, signed by `issuer` or by itself.
 * A self-signed one is an authority, so that a client can pin it.
 */
export function makeCertificate(name: string, issuer?: KeyAndCertificate): KeyAndCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(TAG.sequence, oid(OID.ecdsaWithSha256));
  const isAuthority = issuer === undefined;
  const body = der(
    TAG.sequence,
    der(0xa0, der(TAG.integer, Buffer.of(2))),
    // Positive, and at most 20 bytes.
    der(TAG.integer, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    algorithm,
    nameOf(issuer?.name ?? name),
    der(TAG.sequence, time(Date.now() - MONTH_MS), time(Date.now() + VALID_MS)),
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(TAG.sequence, ...extensions(isAuthority))),
  );
  const signer: KeyObject = issuer ? createPrivateKey(issuer.key) : privateKey;
  const signature = sign("sha256", body, signer);
  const certificate = der(TAG.sequence, body, algorithm, bits(signature));
  return {
    name,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: pem(certificate),
  };
}

function extensions(isAuthority: boolean): Buffer[] {
  const constraints = isAuthority ? [der(TAG.boolean, Buffer.of(0xff))] : [];
  const localhost = der(0x82, Buffer.from("localhost"));
  const loopback = der(0x87, Buffer.of(127, 0, 0, 1));
  return [
    extension(OID.basicConstraints, der(TAG.sequence, ...constraints), { isCritical: true }),
    // digitalSignature, and keyCertSign for an authority.
    extension(OID.keyUsage, bits(Buffer.of(isAuthority ? 0x84 : 0x80)), { isCritical: true }),
    extension(OID.extendedKeyUsage, der(TAG.sequence, oid(OID.serverAuth))),
    extension(OID.subjectAltName, der(TAG.sequence, localhost, loopback)),
  ];
}

function extension(id: string, value: Buffer, { isCritical = false } = {}): Buffer {
  const critical = isCritical ? [der(TAG.boolean, Buffer.of(0xff))] : [];
  return der(TAG.sequence, oid(id), ...critical, der(TAG.octetString, value));
}

function nameOf(commonName: string): Buffer {
  const attribute = der(TAG.sequence, oid(OID.commonName), der(TAG.utf8, Buffer.from(commonName)));
  return der(TAG.sequence, der(TAG.set, attribute));
}

function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return der(TAG.utcTime, Buffer.from(digits.slice(2)));
}

function oid(hex: string): Buffer {
  return der(TAG.oid, Buffer.from(hex, "hex"));
}

function bits(data: Buffer): Buffer {
  return der(TAG.bitString, Buffer.of(0), data);
}

/** Encodes tag, length and value (X.690). */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const header =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...header), content]);
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
