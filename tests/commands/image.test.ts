import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { version } from "#lib/version.ts";
import { freePort } from "../../scripts/lib/postgres.mjs";
import { projectNode } from "../../scripts/lib/prepare.mjs";
import { cloneWorkingTree, live, runCommand } from "./clone.ts";
import { isInContext, readDockerfile } from "./dockerfile.ts";

// Follows the steps of the Dockerfile without Docker: the build context is built, the files of the last stage are
// copied, and the shop runs from them alone, as a user who may write to the data folder only.

const stages = readDockerfile();
const [build, image] = [stages.at(0), stages.at(-1)];
if (!build || !image) throw new Error("the Dockerfile has no stages");

const context = cloneWorkingTree(isInContext);
const root = context.newPath();
const workDir = join(root, "satchel");
const node = join(root, "nodejs/bin/node");
const dataDir = join(root, "data");

/** Nobody, as in the image. Only root can become another user; for others, the files are compared afterwards. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

beforeAll(async () => {
  for (const command of build.commands)
    // The packages are there, and the data folder is made below.
    if (!/^(npm install|mkdir)\b/.test(command)) await runCommand(context, command);
  for (const { from, sources, target } of image.copies)
    for (const source of sources) {
      const path = pathOf(source);
      if (path === "/data") continue;
      const isOfStage = from === build.name && path.startsWith("/satchel/");
      if (from !== null && !isOfStage) throw new Error(`no stage ${from} with ${path}`);
      const name = path.replace(/^\/satchel\//, "");
      const to = target.endsWith("/") ? join(workDir, target, name) : join(workDir, target);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(context.dir, name), to, { recursive: true, verbatimSymlinks: true });
    }
  mkdirSync(dirname(node), { recursive: true });
  copyFileSync(projectNode, node);
  chmodSync(node, 0o755);
  for (const path of [dirname(root), root, ...pathsBelow(root)]) protect(path);
  mkdirSync(dataDir);
  if (user.uid) chownSync(dataDir, user.uid, user.gid);
});
afterAll(() => context.remove());

test("every source of COPY exists and is in the build context", () => {
  const sources = stages
    .flatMap(({ copies }) => copies)
    .filter(({ from }) => from === null)
    .flatMap((copy) => copy.sources);
  expect(sources).not.toEqual([]);
  expect(sources.filter((path) => !existsSync(join(context.dir, path)))).toEqual([]);
});

test("the build context has neither tests nor secrets", () => {
  const paths = ["db/client.server.test.ts", ".env", "deploy/satchel.env", "data/database", ".git"];
  expect(paths.filter(isInContext)).toEqual([]);
});

test("the image has the packages of the shop, and none of the sandbox's", () => {
  const packages = ["hono", "lightningdevkit", "playwright"];
  const present = packages.filter((name) => existsSync(join(workDir, "node_modules", name)));
  expect(present).toEqual(["hono"]);
});

test("the shop runs from the files of the image, as a user who may write to its data folder only", async () => {
  const before = fingerprint();
  const port = await freePort();
  const env = { PORT: String(port) };
  const shop = startNode(image.cmd, env);
  await expect.poll(async () => shop.isOver() || isReady(port), { timeout: 300_000 }).toBe(true);
  expect(shop.isOver() ? shop.output() : "").toBe("");
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  expect(await startNode(image.healthcheck.slice(1), env).ended).toMatchObject({ code: 0 });

  const backup = await startNode(["build/server/index.js", "backup"], env).ended;
  expect(backup).toMatchObject({ code: 0 });
  const [file = ""] = backup.output.split("\n");
  expect(dirname(file)).toBe(join(dataDir, "backups"));
  shop.stop();
  expect(await shop.ended).toMatchObject({ code: 0 });
  // `compose.yaml` has a /tmp in memory.
  const temporary = { TMPDIR: dataDir };
  const restore = await startNode(["build/server/index.js", "restore", file], temporary).ended;
  expect(restore).toMatchObject({ code: 0, output: expect.stringContaining("Restored") });
  expect(fingerprint()).toEqual(before);
});

test("the version, and the thread that prints invoices, need no other files", async () => {
  const printed = await startNode(["build/server/index.js", "--version"]).ended;
  expect(printed).toEqual({ code: 0, output: `${version}\n` });
  const thread = await startNode(["shop/invoices/print/invoice.worker.ts"]).ended;
  expect(thread).toEqual({ code: 0, output: "" });
});

/** Starts Node in the image. The variables are those of the image; the ones that depend on the machine are replaced. */
function startNode(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(node, args, {
    cwd: workDir,
    env: { ...live, ...image?.env, HOST: "127.0.0.1", DATA_DIR: dataDir, TMPDIR: root, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...user,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => (output += String(chunk)));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, output })),
  );
  return {
    ended,
    stop: () => child.kill("SIGTERM"),
    isOver: () => child.exitCode !== null,
    output: () => output,
  };
}

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  return response !== null && response.ok;
}

/** Resolves a path of the build stage. */
function pathOf(source: string): string {
  return source.startsWith("/") ? source : `/satchel/${source}`;
}

function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Lets everybody read the path, and only its owner write to it. */
function protect(path: string): void {
  const { mode } = statSync(path);
  chmodSync(path, mode & 0o100 ? 0o755 : 0o644);
}

/** The files of the image without the data, with their times. */
function fingerprint(): string[] {
  return pathsBelow(root)
    .filter((path) => relative(dataDir, path).startsWith(".."))
    .map((path) => `${path} ${statSync(path).mtimeMs}`)
    .toSorted();
}
