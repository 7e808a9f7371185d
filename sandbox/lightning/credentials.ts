import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deriveSecret } from "./lightning.ts";

export type PhoenixdAccess = "full" | "limited";

/** phoenixd's two passwords: `http-password` and `http-password-limited-access`. */
export type PhoenixdPasswords = Record<PhoenixdAccess, string> & {
  /** Reads a header `Authorization: Basic …`; null if it has neither of the passwords. */
  accessOf: (authorization: string | undefined) => PhoenixdAccess | null;
  accessOfPassword: (password: string | undefined) => PhoenixdAccess | null;
};

/** The credentials of the interfaces as values, and the files that hold them. */
export type LightningCredentials = {
  phoenixd: PhoenixdPasswords;
  files: { limitedPassword: string; fullPassword: string };
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
  return {
    phoenixd: phoenixdPasswords(full, limited),
    files: {
      fullPassword: write("http-password", full),
      limitedPassword: write("http-password-limited-access", limited),
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
