import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readEnv, schema } from "#server/env.server.ts";
import { version } from "#lib/version.ts";
import { testKey } from "../../tests/make.ts";
import { projectNode, rootDir } from "./prepare.mjs";

const folder = join(rootDir, "packaging/umbrel/satchel");
const dir = mkdtempSync(join(tmpdir(), "satchel-umbrel-"));
afterAll(() => rmSync(dir, { recursive: true }));

/**
 * The fields that umbrelOS reads and that its store asks for. From
 * https://github.com/getumbrel/umbrel/blob/master/packages/umbreld/source/modules/apps/schema.ts and
 * https://github.com/getumbrel/umbrel-apps/blob/master/README.md
 */
const manifestSchema = z.strictObject({
  manifestVersion: z.literal(1),
  id: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  category: z.literal("bitcoin"),
  name: z.string(),
  version: z.string(),
  tagline: z.string().max(50),
  description: z.string().min(200),
  releaseNotes: z.string(),
  developer: z.string(),
  website: z.url(),
  dependencies: z.array(z.string()),
  repo: z.url(),
  support: z.url(),
  port: z.int().min(1024).max(65_535),
  gallery: z.array(z.string()),
  path: z.string(),
  defaultUsername: z.string(),
  defaultPassword: z.string(),
  submitter: z.string(),
  submission: z.url(),
});

const composeSchema = z.strictObject({
  version: z.string(),
  services: z.strictObject({
    app_proxy: z.strictObject({
      environment: z.strictObject({ APP_HOST: z.string(), APP_PORT: z.int() }),
    }),
    web: z.strictObject({
      image: z.string(),
      user: z.literal("1000:1000"),
      restart: z.literal("on-failure"),
      stop_grace_period: z.string(),
      read_only: z.literal(true),
      cap_drop: z.tuple([z.literal("ALL")]),
      security_opt: z.tuple([z.literal("no-new-privileges:true")]),
      tmpfs: z.tuple([z.literal("/tmp")]),
      volumes: z.tuple([z.string()]),
      env_file: z.tuple([z.string()]),
      environment: z.record(z.string(), z.string()),
    }),
  }),
});

/** What umbrelOS and the exports.sh of its app "bitcoin" define, on mainnet. The password is of Core's rpcauth.py. */
const exported: Record<string, string> = {
  APP_DATA_DIR: "/home/umbrel/umbrel/app-data/satchel",
  NETWORK_IP: "10.21.0.0",
  APP_BITCOIN_NETWORK: "mainnet",
  APP_BITCOIN_NODE_IP: "10.21.21.8",
  APP_BITCOIN_RPC_PORT: "8332",
  APP_BITCOIN_RPC_USER: "umbrel",
  APP_BITCOIN_RPC_PASS: "u-Wm7_3JdQ4n0fQ1B4mDPKkqSgAeP2yZc8hM9vT5xYA=",
};

const textOf = (path: string) => readFileSync(path, "utf8");
const manifestIn = (place: string) =>
  manifestSchema.parse(parse(textOf(join(place, "umbrel-app.yml"))));
const composeIn = (place: string) =>
  composeSchema.parse(parse(textOf(join(place, "docker-compose.yml")))).services;

/** Replaces `${NAME}`, as Compose does. */
function interpolate(text: string): string {
  return text.replaceAll(/\$\{?(\w+)\}?/g, (_, name: string) => {
    const value = exported[name];
    if (value === undefined) throw new Error(`Umbrel does not define ${name}`);
    return value;
  });
}

/** Returns the place in the package of a path on the Umbrel. */
const inPackage = (path: string) => join(folder, path.replace("${APP_DATA_DIR}", "."));

describe("the Umbrel package", () => {
  const manifest = manifestIn(folder);
  const { app_proxy: proxy, web } = composeIn(folder);
  // What the image sets.
  const image = Object.fromEntries(
    [...textOf(join(rootDir, "Dockerfile")).matchAll(/^ENV (.*)$/gm)]
      .flatMap(([, line = ""]) => line.split(" "))
      .map((pair) => pair.split("=") as [string, string]),
  );

  test("is of this version, and needs Umbrel's Bitcoin node", () => {
    expect(manifest).toMatchObject({ id: "satchel", version, dependencies: ["bitcoin"] });
    expect(web.image).toMatch(new RegExp(`^ghcr\\.io/OWNER/REPOSITORY:${version}@sha256:0{64}$`));
  });

  test("sends its owner to the port of the image, and keeps the image's data folder", () => {
    expect(proxy.environment).toEqual({
      APP_HOST: `${manifest.id}_web_1`,
      APP_PORT: Number(image.PORT),
    });
    const [source = "", target] = web.volumes[0].split(":");
    expect(target).toBe(image.DATA_DIR);
    // A missing folder would belong to root, and a missing file of variables stops Compose.
    for (const path of [source, ...web.env_file]) expect(existsSync(inPackage(path))).toBe(true);
  });

  test("sets variables of the shop only, and with the owner's five a live shop starts", () => {
    const own = parseEnv(textOf(inPackage(web.env_file[0])));
    const names = [...Object.keys(own), ...Object.keys(web.environment)];
    expect(names.filter((name) => !(name in schema.shape))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);

    const given = Object.fromEntries(
      Object.entries(web.environment).map(([name, value]) => [name, interpolate(value)]),
    );
    expect(readEnv({ ...image, ...own, ...given })).toEqual({
      problems: Object.keys(own).map(() => expect.stringContaining("must be set") as string),
    });
    const filled = {
      APP_URL: "https://shop.example",
      BITCOIN_XPUB: testKey.id,
      SMTP_URL: "smtps://user:secret@mail.example:465",
      MAIL_FROM: "Coin shop <orders@shop.example>",
      ADMIN_EMAIL: "owner@shop.example",
    };
    expect(Object.keys(filled).toSorted()).toEqual(Object.keys(own).toSorted());
    const result = readEnv({ ...image, ...filled, ...given });
    if ("problems" in result) throw new Error(result.problems.join("\n"));
    const { env } = result;
    expect(env).toMatchObject({ mode: "live", network: "mainnet", host: "0.0.0.0" });
    const { hostname, port, username, password } = new URL(env.core?.url ?? "");
    expect([hostname, port, username, decodeURIComponent(password)]).toEqual([
      exported.APP_BITCOIN_NODE_IP,
      exported.APP_BITCOIN_RPC_PORT,
      exported.APP_BITCOIN_RPC_USER,
      exported.APP_BITCOIN_RPC_PASS,
    ]);
    expect(env.trustedProxies.includes("10.21.0.7")).toBe(true);
    expect(env.trustedProxies.includes("10.22.0.7")).toBe(false);
  });
});

describe("node scripts/release.mjs umbrel", () => {
  const digest = `sha256:${"0123456789abcdef".repeat(4)}`;
  const run = (...args: string[]) =>
    spawnSync(projectNode, [join(rootDir, "scripts/release.mjs"), "umbrel", ...args], {
      encoding: "utf8",
      cwd: dir,
    });

  test("writes the package with the image that was pushed", () => {
    expect(run("Some-One/Shop", digest, "dist/satchel")).toMatchObject({ status: 0, stderr: "" });
    const place = join(dir, "dist/satchel");
    expect(composeIn(place).web.image).toBe(`ghcr.io/some-one/shop:${version}@${digest}`);
    expect(manifestIn(place)).toMatchObject({
      repo: "https://github.com/Some-One/Shop",
      support: "https://github.com/Some-One/Shop/issues",
    });
    for (const name of ["umbrel-app.yml", "docker-compose.yml", "data/satchel.env"])
      expect(textOf(join(place, name))).not.toMatch(/OWNER|REPOSITORY|0{64}/);
    expect(existsSync(join(place, "data/shop/.gitkeep"))).toBe(true);
  });

  test.each([
    ["no digest", ["one/shop", "", "a"], '"" is not the digest of an image'],
    ["the placeholder", ["one/shop", `sha256:${"0".repeat(64)}`, "a"], "is not the digest"],
    ["no owner", ["shop", digest, "a"], "shop is not of the form owner/name"],
    ["too little", ["one/shop"], "Usage:"],
  ])("refuses %s in one sentence, and writes nothing", (_, args, message) => {
    const { status, stderr } = run(...args);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
    expect(existsSync(join(dir, "a"))).toBe(false);
  });

  test("refuses a folder that exists", () => {
    cpSync(folder, join(dir, "there"), { recursive: true });
    expect(run("one/shop", digest, "there")).toMatchObject({
      status: 1,
      stderr: "there exists already\n",
    });
  });
});
