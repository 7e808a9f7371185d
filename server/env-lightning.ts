import { readFileSync } from "node:fs";
import { z } from "zod";
import { runeCanSpend, spendingRightsOfMacaroon } from "#shop/payments/lightning/credentials.ts";
import type { LightningAccess } from "#shop/payments/lightning/node-client.server.ts";
import { url } from "./env-values.ts";

type Given = Record<string, string | undefined>;

const kinds = { phoenixd: "phoenixd", lnd: "lnd", clnrest: "core-lightning" } as const;

/** The variables of the Lightning node, each validated by itself. */
export const lightningVariables = {
  LIGHTNING_URL: url("phoenixd", "phoenixd+https", "lnd+https", "clnrest+https").optional(),
  LIGHTNING_SECRET_FILE: z.string().optional(),
  LIGHTNING_CERT_FILE: z.string().optional(),
};

/**
 * Reads the access to the Lightning node, with its credentials and certificate; null if there is none. In live mode
 * credentials that could pay are a problem. No message repeats them.
 */
export function readLightning(
  given: Given,
  live: boolean,
  problems: string[],
): LightningAccess | null {
  const {
    LIGHTNING_URL: address,
    LIGHTNING_SECRET_FILE: secretFile,
    LIGHTNING_CERT_FILE: certFile = null,
  } = given;
  if (!address) {
    for (const name of ["LIGHTNING_SECRET_FILE", "LIGHTNING_CERT_FILE"])
      if (given[name]) problems.push(`${name} has no effect without LIGHTNING_URL`);
    return null;
  }
  const [, name = "", tls] = /^(phoenixd|lnd|clnrest)(\+https)?:/.exec(address) ?? [];
  const kind = name === "phoenixd" || tls ? kinds[name as keyof typeof kinds] : undefined;
  // Only a URL of http or https has its host normalized.
  const target = URL.parse(address.replace(/^[^:]*/, tls ? "https" : "http"));
  if (kind && target) problems.push(...urlProblems(target, live));
  if (target?.search && !(kind === "phoenixd" && target.search === "?auto-liquidity=off"))
    problems.push(
      "LIGHTNING_URL may end with ?auto-liquidity=off for a phoenixd that runs so, and no other parameter",
    );
  problems.push(...certificateProblems(certFile, kind));
  if (!secretFile) {
    problems.push("LIGHTNING_SECRET_FILE must be set with LIGHTNING_URL");
    return null;
  }
  if (!kind || !target) return null;
  const file = readBytes(secretFile, "LIGHTNING_SECRET_FILE", problems);
  if (!file) return null;
  const secret = kind === "lnd" ? macaroonHex(file) : file.toString("utf8").trim();
  problems.push(
    ...secretProblems(kind, secret, live).map((problem) => `LIGHTNING_SECRET_FILE ${problem}`),
  );
  const path = target.pathname.replace(/\/+$/, "");
  const access = { kind, url: `${target.origin}${path}`, secret, certFile };
  return target.search === "" ? access : { ...access, opensChannels: false };
}

function urlProblems({ protocol, hostname, username, password }: URL, live: boolean): string[] {
  const problems: string[] = [];
  if (username || password)
    problems.push(
      "LIGHTNING_URL must hold no user and password: the password belongs in LIGHTNING_SECRET_FILE",
    );
  if (live && protocol === "http:" && !isPrivateToHost(hostname))
    problems.push(
      "LIGHTNING_URL would send the password unencrypted: live mode takes phoenixd:// on this machine (127.0.0.1) or an onion service only, and phoenixd+https:// elsewhere",
    );
  return problems;
}

/** Returns whether requests to this host are encrypted by Tor or do not leave the machine. */
function isPrivateToHost(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.onion)$/.test(hostname);
}

function certificateProblems(
  certFile: string | null,
  kind: LightningAccess["kind"] | undefined,
): string[] {
  if (certFile === null) return [];
  if (kind === "phoenixd")
    return [
      "LIGHTNING_CERT_FILE has no effect with phoenixd, which has no certificate: the one of its proxy must be of a public authority",
    ];
  const problems: string[] = [];
  const file = readBytes(certFile, "LIGHTNING_CERT_FILE", problems);
  if (file && !file.includes("-----BEGIN CERTIFICATE-----"))
    problems.push("LIGHTNING_CERT_FILE holds no certificate in PEM form, such as LND's tls.cert");
  return problems;
}

function readBytes(path: string, name: string, problems: string[]): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    problems.push(`${name} cannot be read (${code})`);
    return null;
  }
}

/** Returns the macaroon in hex, as LND's REST interface takes it; the file may hold bytes or hex. */
function macaroonHex(file: Buffer): string {
  const text = file.toString("latin1").trim();
  return /^[0-9a-f]+$/i.test(text) ? text.toLowerCase() : file.toString("hex");
}

function secretProblems(kind: LightningAccess["kind"], secret: string, live: boolean): string[] {
  if (secret === "") return ["is empty"];
  if (kind === "lnd") {
    const rights = spendingRightsOfMacaroon(secret);
    if (!live || (rights.ok && rights.value.length === 0)) return [];
    const found = rights.ok
      ? `could send money (${rights.value.join(", ")})`
      : `is ${rights.error}`;
    return [`${found}: live mode takes invoice.macaroon, or one that is baked for invoices only`];
  }
  if (kind === "core-lightning") {
    const canSpend = runeCanSpend(secret);
    if (!canSpend.ok) return [`is ${canSpend.error}`];
    if (!live || !canSpend.value) return [];
    return [
      "is a rune that could send money: live mode takes one that is restricted to the methods invoice, listinvoices and waitanyinvoice",
    ];
  }
  // What the password of phoenixd permits, only the node can tell.
  return secret.includes("\n")
    ? ["must hold nothing but the password, which is http-password-limited-access in phoenix.conf"]
    : [];
}
