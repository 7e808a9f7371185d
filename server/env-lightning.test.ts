import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { makeMacaroon } from "../tests/macaroon.ts";
import { testKey } from "../tests/make.ts";
import { type Env, readEnv } from "./env.server.ts";

const dir = mkdtempSync(join(tmpdir(), "lightning-"));
afterAll(() => rmSync(dir, { recursive: true }));
let files = 0;
function file(content: string | Uint8Array): string {
  const path = join(dir, String((files += 1)));
  writeFileSync(path, content);
  return path;
}

const live = {
  SATCHEL_MODE: "live",
  APP_URL: "https://shop.example/",
  BITCOIN_XPUB: testKey.id,
  SMTP_URL: "smtps://user:secret@mail.example:465",
  MAIL_FROM: "The shop <shop@shop.example>",
  ADMIN_EMAIL: "owner@shop.example",
};
const SESAME = "open-sesame";
const receiving = makeMacaroon(["invoices:read", "invoices:write", "address:write"]);
const paying = makeMacaroon(["invoices:write", "offchain:write", "onchain:write"]);
const runeOf = (restrictions: string) =>
  Buffer.concat([Buffer.alloc(32, 9), Buffer.from(restrictions)]).toString("base64url");
const rune = runeOf("=1&method=invoice|method=listinvoices|method=waitanyinvoice");
const certificate = "-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n";

const phoenixd = (url = "phoenixd://127.0.0.1:9740", secret = SESAME) => ({
  LIGHTNING_URL: url,
  LIGHTNING_SECRET_FILE: file(secret),
});
const lnd = (secret: string | Uint8Array = receiving) => ({
  LIGHTNING_URL: "lnd+https://umbrel.local:8080",
  LIGHTNING_SECRET_FILE: file(secret),
});
const clnrest = (secret = rune) => ({
  LIGHTNING_URL: "clnrest+https://node.example:3010",
  LIGHTNING_SECRET_FILE: file(secret),
});

function envOf(source: Record<string, string>): Env {
  const result = readEnv(source);
  if ("problems" in result) throw new Error(result.problems.join("\n"));
  return result.env;
}
function problemsOf(source: Record<string, string>): string[] {
  const result = readEnv(source);
  return "problems" in result ? result.problems : [];
}

describe("the configuration of Lightning", () => {
  test("names node, address and credentials; a macaroon may be in bytes or in hex", () => {
    expect(
      envOf({ ...live, ...phoenixd("phoenixd://127.0.0.1:9740/", `${SESAME}\n`) }),
    ).toMatchObject({
      lightning: {
        kind: "phoenixd",
        url: "http://127.0.0.1:9740",
        secret: SESAME,
        certFile: null,
      },
    });
    const LIGHTNING_CERT_FILE = file(certificate);
    for (const secret of [Buffer.from(receiving, "hex"), `${receiving.toUpperCase()}\n`])
      expect(envOf({ ...live, ...lnd(secret), LIGHTNING_CERT_FILE })).toMatchObject({
        lightning: {
          kind: "lnd",
          url: "https://umbrel.local:8080",
          secret: receiving,
          certFile: LIGHTNING_CERT_FILE,
        },
      });
    expect(envOf({ ...live, ...clnrest() }).lightning).toEqual({
      kind: "core-lightning",
      url: "https://node.example:3010",
      secret: rune,
      certFile: null,
    });
    expect(envOf(live).lightning).toBeNull();
  });

  test("says with which --auto-liquidity phoenixd runs, which the node does not", () => {
    const off = envOf({ ...live, ...phoenixd("phoenixd://127.0.0.1:9740?auto-liquidity=off") });
    expect(off.lightning).toMatchObject({ url: "http://127.0.0.1:9740", opensChannels: false });
    const others = [
      phoenixd("phoenixd://127.0.0.1?auto-liquidity=2m"),
      {
        ...lnd(),
        LIGHTNING_URL: "lnd+https://umbrel.local:8080?auto-liquidity=off",
      },
    ];
    for (const other of others)
      expect(problemsOf({ ...live, ...other })).toEqual([
        expect.stringMatching(/^LIGHTNING_URL may end with \?auto-liquidity=off/),
      ]);
  });

  test.each([
    ["phoenixd://localhost:9740", "http://localhost:9740"],
    ["phoenixd://[::1]:9740", "http://[::1]:9740"],
    ["phoenixd://abcdefgh.onion/node/", "http://abcdefgh.onion/node"],
    ["phoenixd+https://Node.example/phoenixd", "https://node.example/phoenixd"],
  ])("in live mode takes %s", (given, url) => {
    expect(envOf({ ...live, ...phoenixd(given) }).lightning).toMatchObject({ url });
  });

  test.each(["phoenixd://phoenixd:9740", "phoenixd://192.168.0.7", "phoenixd://127.0.0.1.example"])(
    "in live mode refuses %s, which is not encrypted",
    (url) => {
      expect(problemsOf({ ...live, ...phoenixd(url) })).toEqual([
        expect.stringContaining("LIGHTNING_URL would send the password unencrypted"),
      ]);
      expect(problemsOf(phoenixd(url))).toEqual([]);
    },
  );

  test.each([
    ["admin.macaroon", lnd(paying), /could send money \(offchain:write, onchain:write\)/],
    ["something else", lnd("0201"), /is a macaroon that is cut off: live/],
    ["an unrestricted rune", clnrest(runeOf("=1")), /is a rune that could send money/],
    ["a rune that may pay", clnrest(runeOf("=1&method=invoice|method=pay")), /could send money/],
  ])("in live mode refuses %s; the sandbox takes it", (_, given, problem) => {
    const problems = problemsOf({ ...live, ...given });
    expect(problems).toEqual([expect.stringMatching(/^LIGHTNING_SECRET_FILE /)]);
    expect(problems[0]).toMatch(problem);
    expect(problemsOf(given)).toEqual([]);
  });

  test("reports everything that is wrong at once, and repeats no secret", () => {
    const problems = problemsOf({
      LIGHTNING_URL: `phoenixd://:${SESAME}@127.0.0.1:9740`,
      LIGHTNING_SECRET_FILE: file(`http-password=${SESAME}\nhttp-password-limited-access=1`),
      LIGHTNING_CERT_FILE: file(certificate),
    });
    expect(problems).toEqual([
      expect.stringMatching(/^LIGHTNING_URL must hold no user and password/),
      expect.stringMatching(/^LIGHTNING_CERT_FILE has no effect with phoenixd/),
      expect.stringMatching(/^LIGHTNING_SECRET_FILE must hold nothing but the password/),
    ]);
    expect(problems.join()).not.toContain(SESAME);
  });

  test.each([
    [
      { LIGHTNING_CERT_FILE: "x", LIGHTNING_SECRET_FILE: "y" },
      [
        "LIGHTNING_SECRET_FILE has no effect without LIGHTNING_URL",
        "LIGHTNING_CERT_FILE has no effect without LIGHTNING_URL",
      ],
    ],
    [{ LIGHTNING_URL: "lnd+https://a" }, ["LIGHTNING_SECRET_FILE must be set with LIGHTNING_URL"]],
    [
      { LIGHTNING_URL: "lnd://a", LIGHTNING_SECRET_FILE: "x" },
      [
        "LIGHTNING_URL must be an address that begins with phoenixd:// or phoenixd+https:// or lnd+https:// or clnrest+https://",
      ],
    ],
    [
      { LIGHTNING_URL: "phoenixd://localhost", LIGHTNING_SECRET_FILE: "/does/not/exist" },
      ["LIGHTNING_SECRET_FILE cannot be read (ENOENT)"],
    ],
    [phoenixd(undefined, "\n"), ["LIGHTNING_SECRET_FILE is empty"]],
    [clnrest("not a rune"), ["LIGHTNING_SECRET_FILE is not a rune"]],
    [
      { ...lnd(), LIGHTNING_CERT_FILE: file("key") },
      ["LIGHTNING_CERT_FILE holds no certificate in PEM form, such as LND's tls.cert"],
    ],
  ])("of %j is refused", (given, problems) => {
    expect(problemsOf(given as Record<string, string>)).toEqual(problems);
  });
});
