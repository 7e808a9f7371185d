import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RuneName, runeRestrictions } from "./clnrest/rights.ts";
import { makeRune, type Restriction } from "./clnrest/rune.ts";
import { deriveSecret } from "./lightning.ts";
import { bakeMacaroon, canSpend, type Permissions } from "./lnd/macaroon.ts";
import { type MacaroonName, macaroonRights } from "./lnd/rights.ts";

type PhoenixdAccess = "full" | "limited";

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

/** Core Lightning's runes. */
export type ClnRunes = {
  /** Reads the header `Rune`; null unless it is one of this node. */
  read: (
    rune: string | undefined,
  ) => { name: RuneName; restrictions: readonly Restriction[]; canPay: boolean } | null;
};

/** The credentials of the interfaces, and the files that hold them. */
export type LightningCredentials = {
  phoenixd: PhoenixdPasswords;
  lnd: LndMacaroons;
  clnrest: ClnRunes;
  files: {
    limitedPassword: string;
    fullPassword: string;
    macaroons: Record<MacaroonName, string>;
    runes: Record<RuneName, string>;
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
  const runes = makeRunes(seed);
  return {
    phoenixd: phoenixdPasswords(full, limited),
    lnd: lndMacaroons(macaroons),
    clnrest: clnRunes(runes),
    files: {
      fullPassword: write("http-password", full),
      limitedPassword: write("http-password-limited-access", limited),
      macaroons: mapValues(macaroons, (macaroon, name) => write(`${name}.macaroon`, macaroon)),
      runes: mapValues(runes, (rune, name) => write(`${name}.rune`, rune)),
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

function makeRunes(seed: Uint8Array): Record<RuneName, string> {
  const secret = deriveSecret(seed, "Core Lightning's master rune");
  const names = Object.keys(runeRestrictions);
  return mapValues(runeRestrictions, (restrictions, name) =>
    makeRune(secret, names.indexOf(name), restrictions),
  );
}

function clnRunes(runes: Record<RuneName, string>): ClnRunes {
  const byText = new Map((Object.keys(runes) as RuneName[]).map((name) => [runes[name], name]));
  return {
    read: (rune) => {
      const name = byText.get(rune ?? "");
      if (name === undefined) return null;
      return { name, restrictions: runeRestrictions[name], canPay: name === "unrestricted" };
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
