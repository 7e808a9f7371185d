import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

export interface Certificate {
  /** Both in PEM. */
  cert: string;
  key: string;
}

/** Returns a self-signed certificate for 127.0.0.1, as LND makes one (RFC 5280, in DER by hand). */
export function makeCertificate(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")));
  const commonName = sequence(der(0x06, Buffer.from("550403", "hex")), der(0x0c, "node"));
  const name = sequence(der(0x31, commonName));
  const hour = 60 * 60_000;
  const validity = sequence(time(Date.now() - hour), time(Date.now() + 24 * hour));
  const extension = (oid: string, value: Buffer) =>
    sequence(der(0x06, Buffer.from(oid, "hex")), der(0x04, value));
  const extensions = sequence(
    // subjectAltName with an IP address, and basicConstraints with CA:TRUE.
    extension("551d11", sequence(der(0x87, Buffer.from([127, 0, 0, 1])))),
    extension("551d13", sequence(der(0x01, Buffer.from([0xff])))),
  );
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
  const signature = sign("sha256", content, privateKey);
  const bits = der(0x03, Buffer.concat([Buffer.from([0]), signature]));
  const text = sequence(content, ecdsaWithSha256, bits).toString("base64");
  const lines = text.match(/.{1,64}/g)?.join("\n") ?? "";
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

/** Returns a value with its tag and length. */
function der(tag: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string);
  const { length } = bytes;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), bytes]);
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}

/** A UTCTime. */
function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return der(0x17, digits.slice(2));
}
