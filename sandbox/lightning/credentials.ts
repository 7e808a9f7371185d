import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deriveSecret } from "./lightning.ts";
import { bakeMacaroon, canSpend, type Permissions } from "./lnd/macaroon.ts";
import { type MacaroonName, macaroonRights } from "./lnd/rights.ts";

export type PhoenixdAccess = "full" | "limited";

/** phoenixd's two passwords: `http-password` and `http-password-limited-access`. */
export type PhoenixdPasswords = Record<PhoenixdAccess, string> & {
  /** Reads a header `Authorization: Basic …`; null if it has neither of the passwords. */
  accessOf: (authorization: string | undefined) => PhoenixdAccess | null;
  accessOfPassword: (password: string | undefined) => PhoenixdAccess | null;
};

/** LND's macaroons. */
export type LndMacaroons = {
  /** Reads a macaroon in hex; null unless it is one of this node. */
  read: (
    hex: string | undefined,
  ) => { name: MacaroonName; rights: Permissions; canPay: boolean } | null;
};

/** The credentials of the interfaces, and the files that hold them. */
export type LightningCredentials = {
  phoenixd: PhoenixdPasswords;
  lnd: LndMacaroons;
  files: {
    limitedPassword: string;
    fullPassword: string;
    macaroons: Record<MacaroonName, string>;
  };
};

/** Derives the credentials from the seed, so that they outlive a restart, and writes their files below `dir`. */
export function openCredentials(dir: string, seed: Uint8Array): LightningCredentials {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const write = (name: string, content: string | Uint8Array) => {
    const path = join(dir, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  };
  const full = deriveSecret(seed, "phoenixd http-password").toString("hex");
  const limited = deriveSecret(seed, "phoenixd http-password-limited-access").toString("hex");
  const macaroons = bakeMacaroons(seed);
  return {
    phoenixd: phoenixdPasswords(full, limited),
    lnd: lndMacaroons(macaroons),
    files: {
      fullPassword: write("http-password", full),
      limitedPassword: write("http-password-limited-access", limited),
      macaroons: mapValues(macaroons, (macaroon, name) => write(`${name}.macaroon`, macaroon)),
    },
  };
}

function phoenixdPasswords(full: string, limited: string): PhoenixdPasswords {
  const accessOfPassword = (password: string | undefined) => {
    if (password === full) return "full";
    return password === limited ? "limited" : null;
  };
  return {
    full,
    limited,
    accessOfPassword,
    accessOf: (authorization) => {
      const encoded = /^Basic (.+)$/i.exec(authorization ?? "")?.[1];
      if (encoded === undefined) return null;
      // The user name is not looked at.
      return accessOfPassword(
        Buffer.from(encoded, "base64")
          .toString()
          .replace(/^[^:]*:/, ""),
      );
    },
  };
}

function bakeMacaroons(seed: Uint8Array): Record<MacaroonName, Buffer> {
  const rootKey = deriveSecret(seed, "LND's root key");
  return mapValues(macaroonRights, (rights, name) =>
    bakeMacaroon(rootKey, deriveSecret(seed, `${name} macaroon`).subarray(0, 16), rights),
  );
}

function lndMacaroons(macaroons: Record<MacaroonName, Buffer>): LndMacaroons {
  const byHex = new Map(
    (Object.keys(macaroons) as MacaroonName[]).map((name) => [
      macaroons[name].toString("hex"),
      name,
    ]),
  );
  return {
    read: (hex) => {
      const name = byHex.get(hex?.toLowerCase() ?? "");
      if (name === undefined) return null;
      const rights = macaroonRights[name];
      return { name, rights, canPay: canSpend(rights) };
    },
  };
}

function mapValues<K extends string, A, B>(
  record: Record<K, A>,
  map: (value: A, key: K) => B,
): Record<K, B> {
  const entries = (Object.keys(record) as K[]).map((key) => [key, map(record[key], key)]);
  return Object.fromEntries(entries) as Record<K, B>;
}
