import { appendFileSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { version } from "#lib/version.ts";
import { findChromium } from "../../scripts/lib/chromium.mjs";
import { freePort } from "../../scripts/lib/postgres.mjs";
import {
  cloneWorkingTree,
  commitAll,
  git,
  installService,
  live,
  runCommand,
  startCommand,
  visitShop,
} from "./clone.ts";
import { createDatabaseOn } from "../server-database.ts";
import { commandsIn, documentedCommands } from "./documented.ts";

// Runs the commands that the documents name in a fresh clone, each with the smallest options.

const clone = cloneWorkingTree();
const serverUrl = process.env.TEST_DATABASE_URL;
const hasChromium = Boolean(await findChromium());
const demo = clone.newPath();
const backupFile = join(clone.newPath(), "demo.backup");

beforeAll(() => commitAll(clone));
afterAll(() => clone.remove());

const run = (command: string, env?: Record<string, string>) => runCommand(clone, command, env);
const bench = (name: string, options: string) => () =>
  run(`npm run bench -- ${name} ${options}`).then((output) => expect(output).toContain("|---|"));
/** That a command names tests; they run in the other stages. */
const listsVitest = (pattern: string) => () =>
  run(`npx vitest list --filesOnly ${pattern}`).then((output) =>
    expect(output).toContain(".test.ts"),
  );
const listsPlaywright = (spec: string) => () =>
  run(`npx playwright test --list ${spec}`).then((output) =>
    expect(output).toMatch(/Total: \d+ test/),
  );

interface Case {
  run: () => Promise<unknown>;
  needs?: "PostgreSQL" | "Chromium";
}

/** One after the other, since they change what others read. */
const first: Record<string, Case> = {
  "npm start": {
    run: async () => {
      const { status, output } = await visitShop(clone, "npm start", {});
      expect(output).toContain("Building …");
      expect(output).not.toContain("Installing");
      expect(status).toBe(200);
    },
  },
  "npm run format": {
    run: async () => {
      await run("npm run format");
      expect(git(clone.dir, "status", "--short")).toBe("");
    },
  },
  "npm run db:generate": {
    run: async () => {
      expect(await run("npm run db:generate")).toContain("No schema changes");
      expect(git(clone.dir, "status", "--short")).toBe("");
    },
  },
  "npm run seed:demo": {
    run: async () => {
      const output = await run("npm run seed:demo -- --days 10", { DATA_DIR: demo });
      expect(output).toContain("orders by");
    },
  },
  "npm run backup -- /mnt/elsewhere/satchel.backup": {
    run: async () => {
      await run(`npm run backup -- ${backupFile}`, { DATA_DIR: demo });
      expect(statSync(backupFile).size).toBeGreaterThan(0);
    },
  },
  "satchel upgrade": { run: upgradeRunningShop },
};

/** The others; `npm run test:all` has two cores at least. */
const others: Record<string, Case> = {
  "npm run restore -- <file>": {
    run: async () => {
      const DATA_DIR = clone.newPath();
      expect(await run(`npm run restore -- ${backupFile}`, { DATA_DIR })).toContain("Restored");
      // What a demo invented is not sold by a live shop.
      const { code, output } = await startCommand(clone, "npm start", { ...live, DATA_DIR }).ended;
      expect(code).toBe(1);
      expect(output).toContain("was made by a demo");
    },
  },
  "satchel move --to postgres://satchel:secret@127.0.0.1/satchel": {
    needs: "PostgreSQL",
    run: async () => {
      const service = installService(clone, { PORT: String(await freePort()) });
      const satchel = (command: string) => run(`bin/satchel ${command}`, service.env);
      expect(await satchel(`restore ${backupFile}`)).toContain("Restored");
      expect(await satchel("backup")).toContain("verified");
      expect(await satchel("unlock robin@satchel.example")).toMatch(
        /new password within an hour: \S*\/reset-password\?token=[\w-]+/,
      );
      await withServerDatabase(async (url) => {
        expect(await satchel(`move --to ${url}`)).toContain("Moved");
        // The same line of the crontab.
        expect(await satchel("backup")).toContain("verified");
        service.stop();
      });
    },
  },
  "node_modules/node/bin/node --max-semi-space-size=8 --v8-pool-size=2 --expose-gc build/server/index.js":
    {
      run: async () => {
        const command = documentedCommands().find((one) => one.startsWith("node_modules/")) ?? "";
        const DATA_DIR = clone.newPath();
        const env = { ...live, DATA_DIR };
        const { status } = await visitShop(clone, command, { path: "/readyz", env });
        expect(status).toBe(200);
        const sandbox = await visitShop(clone, command, { env: { DATA_DIR } });
        expect(sandbox.body).toContain("nothing is sent to anybody");
      },
    },
  // The trial of a restore, in sandbox.
  "node_modules/node/bin/node build/server/index.js": {
    run: async () => {
      const DATA_DIR = clone.newPath();
      await run(`npm run restore -- ${backupFile}`, { DATA_DIR });
      const command = "node_modules/node/bin/node build/server/index.js";
      const { status, output } = await visitShop(clone, command, { env: { DATA_DIR } });
      expect(status).toBe(200);
      expect(output).toContain("sandbox");
    },
  },
  "npm start -- --version": {
    run: async () => expect(await run("npm start --silent -- --version")).toBe(`${version}\n`),
  },
  "node build/server/index.js --version": {
    run: async () =>
      expect(await run("node_modules/node/bin/node build/server/index.js --version")).toBe(
        `${version}\n`,
      ),
  },
  "npm run screenshots": {
    needs: "Chromium",
    run: async () => {
      const picture = join(clone.dir, "docs/screenshots/home.png");
      const before = statSync(picture).mtimeMs;
      await run("npm run screenshots -- --days 2 home");
      expect(statSync(picture).mtimeMs).toBeGreaterThan(before);
    },
  },
  "npm run kills": {
    needs: "Chromium",
    run: () => run("npm run kills -- --project=embedded --grep=several", { KILLS: "1" }),
  },
  "npm run test:hostile": {
    needs: "Chromium",
    run: () =>
      run(
        "npm run test:hostile -- tests/e2e/hostile/connections.spec.ts --grep=silent --project=embedded",
      ),
  },
  "npm run test:long": {
    run: async () => {
      const command = 'npm run test:long -- stories -t "the plain rules hold"';
      const output = await run(command, { RUNS: "0.01" });
      expect(output).toContain("stories: passed");
      expect(output).toMatch(/Tests .*\b1 passed/);
    },
  },
  "npm run test:changed": {
    run: async () => {
      // Not built into the shop, which other commands run.
      appendFileSync(join(clone.dir, "scripts/lib/licences.mjs"), "\n// Changed.\n");
      const output = await run("npm run test:changed");
      expect(output).toContain("scripts/lib/licences.test.ts");
      expect(output).toContain("1 passed");
    },
  },
  "npm run sbom": {
    run: async () => {
      const sbom = JSON.parse(await run("npm run --silent sbom")) as {
        bomFormat: string;
        components: { name: string }[];
      };
      expect(sbom.bomFormat).toBe("CycloneDX");
      const names = sbom.components.map(({ name }) => name);
      const { dependencies } = JSON.parse(
        readFileSync(join(clone.dir, "package.json"), "utf8"),
      ) as { dependencies: Record<string, string> };
      expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
      expect(names).not.toContain("@playwright/test");
    },
  },
  "npm run bench -- home": {
    run: bench("home", "--databases embedded --connections 1 --rounds 1 --seconds 1"),
  },
  "npm run bench -- back-office": {
    run: bench("back-office", "--databases embedded --sizes 100 --requests 1 --screens Packages"),
  },
  "npm run bench -- purchase": {
    run: bench(
      "purchase",
      "--databases embedded --buyers unpaid --in-flight 1 --purchases 3 --rounds 1",
    ),
  },
  "npm run bench -- export": {
    run: bench("export", "--databases embedded --size 100 --rounds 1"),
  },
  "npm run bench -- long-work": {
    run: bench("long-work", "--databases embedded --size 500 --seconds 0.1"),
  },
  "npm run bench -- watcher": {
    run: bench("watcher", "--databases embedded --checkouts 100 --seconds 1 --interval 8"),
  },
  "npm run bench -- instances": {
    needs: "PostgreSQL",
    run: bench("instances", "--rounds 1 --seconds 1 --connections 1 --shares 100 --pages /"),
  },
  "npm run bench -- start": { run: bench("start", "--rounds 1 --minutes 0.01") },
  "npm run bench -- lightning": { needs: "Chromium", run: bench("lightning", "--payments 2") },
  "npm run bench -- webhooks": {
    run: bench("webhooks", "--databases embedded --messages 10 --takes 1"),
  },
  "npm run bench -- weight": { needs: "Chromium", run: bench("weight", "--pages Home") },
  "npx vitest run shop/payments/model/payment.test.ts": {
    run: () => run("npx vitest run shop/payments/model/payment.test.ts"),
  },
  'npx vitest run -t "one per cent less still settles"': {
    run: async () => {
      const file = "shop/payments/model/payment.test.ts";
      const output = await run(`npx vitest run -t "one per cent less still settles" ${file}`);
      expect(output).toMatch(/Tests .*\b1 passed/);
    },
  },
  "npx vitest shop/payments/model": { run: listsVitest("shop/payments/model") },
  "npx vitest run shop/payments": { run: listsVitest("shop/payments") },
  "npx vitest run shop/mail": { run: listsVitest("shop/mail") },
  "npx vitest run --config tests/requests/vitest.config.ts": {
    run: listsVitest("--config tests/requests/vitest.config.ts"),
  },
  "npx vitest run shop/payments/chain/chain-sources.server.test.ts": {
    run: listsVitest("shop/payments/chain/chain-sources.server.test.ts"),
  },
  "npx playwright test tests/e2e/track-order.spec.ts": {
    run: listsPlaywright("tests/e2e/track-order.spec.ts"),
  },
};

/** The commands that run elsewhere, or in the form of another. */
const elsewhere: Record<string, string> = {
  "npm install": "npm test installs before this test, which must not need a registry",
  "npm install --no-save --omit=dev":
    "npm test installs before this test, which must not need a registry",
  "npm version 1.2.3 --no-git-tag-version": "of npm",
  "npm test": ".ci/run",
  "npm run test:all": "runs this test",
  "npm run test:all -- browser --shard=1/2": ".github/workflows/ci.yml",
  "npm run check": "the stage `sources` of npm test",
  "npm run dev": "tests/e2e/dev-server.spec.ts",
  "npm run build": "image.test.ts",
  "/nodejs/bin/node build/server/index.js backup": "image.test.ts",
  "build/server/index.js restore /data/backups/satchel-<time>.backup": "image.test.ts",
  "node scripts/release.mjs check v1.2.3": "scripts/repository.test.ts",
  "npm run backup": "npm run backup -- /mnt/elsewhere/satchel.backup",
  "/opt/satchel/bin/satchel backup": "satchel move",
  "satchel backup": "satchel move",
  "satchel backup /mnt/elsewhere/satchel.backup": "scripts/lib/service.test.ts",
  "satchel restore <file>": "satchel move",
  "satchel unlock owner@shop.example": "satchel move",
  "build/server/index.js unlock owner@shop.example": "satchel move",
  "npm run restore": "npm run restore -- <file>",
  "npm run move": "npm run move -- --to postgres://satchel:secret@127.0.0.1/satchel",
  "npm run move -- --to postgres://satchel:secret@127.0.0.1/satchel":
    "scripts/recovery/recovery.test.ts",
  "npm run bench": "each benchmark alone",
  "npm run bench -- lighthouse": "installs Lighthouse from the registry",
  "npm run db:generate -- --name what_it_does": "npm run db:generate",
  "npm run test:hostile -- tests/requests/hostile/forms.test.ts": "npm run test:hostile",
};

test("each documented command is in a table of this test, and no other", () => {
  const tables = { ...first, ...others, ...elsewhere };
  expect(Object.keys(tables).toSorted()).toEqual(documentedCommands());
});

test("commands are found in blocks, in spans, after variables and on several lines", () => {
  const block = "```\nA=b \\\nC=d \\\nnpm start   # now\ncd x && npm run build\n```\n";
  expect(commandsIn(`${block}Run \`DATA_DIR=./x npm run y -- <z>\`, not \`node:fs\`.`)).toEqual([
    "npm start",
    "npm run build",
    "npm run y -- <z>",
  ]);
});

for (const [command, { run, needs }] of Object.entries(first))
  test.skipIf(isMissing(needs))(command, run);

describe.concurrent("beside each other", () => {
  for (const [command, { run, needs }] of Object.entries(others))
    test.skipIf(isMissing(needs))(command, run);
});

test("a build that fails says why, and leaves the last build as it was", async () => {
  const built = join(clone.dir, "build/server/index.js");
  const before = statSync(built).mtimeMs;
  appendFileSync(join(clone.dir, "app/root.tsx"), "const unfinished = (");
  const { code, output } = await startCommand(clone, "npm run build").ended;
  expect(code).toBe(1);
  expect(output).toContain("app/root.tsx");
  expect(output).not.toMatch(/^ +at /m);
  expect(statSync(built).mtimeMs).toBe(before);
});

test("no command leaves temporary files", () => {
  expect(readdirSync(clone.temporary).filter((name) => name.startsWith("satchel-"))).toEqual([]);
});

function isMissing(tool: Case["needs"]): boolean {
  return (tool === "PostgreSQL" && !serverUrl) || (tool === "Chromium" && !hasChromium);
}

/** A page that is open during an upgrade finds all its files, and its mark leads to the new version. */
async function upgradeRunningShop(): Promise<void> {
  const port = await freePort();
  const service = installService(clone, { PORT: String(port) });
  await run("systemctl start satchel", service.env);
  const page = `http://127.0.0.1:${port}/login`;
  await until(async () => (await fetch(page).catch(() => null))?.ok === true);
  const assets = [...(await (await fetch(page)).text()).matchAll(/\/assets\/[\w.-]+/g)].map(
    ([path]) => path,
  );
  expect(assets.length).toBeGreaterThan(3);
  const missing = async () => {
    const answers = assets.map((path) =>
      fetch(new URL(path, page)).then(
        ({ status }) => (status === 200 ? [] : [path]),
        // Between the end of one process and the start of the next.
        () => [],
      ),
    );
    return (await Promise.all(answers)).flat();
  };

  const origin = clone.newPath();
  git(clone.dir, "clone", "--quiet", clone.dir, origin);
  appendFileSync(join(origin, "app/entry.client.tsx"), '\nconsole.log("newer");\n');
  appendFileSync(join(origin, "CHANGELOG.md"), "- Something new.\n");
  commitAll({ ...clone, dir: origin });
  git(clone.dir, "remote", "add", "origin", origin);
  git(clone.dir, "fetch", "--quiet");
  const branch = git(clone.dir, "branch", "--show-current").trim();
  git(clone.dir, "branch", "--quiet", `--set-upstream-to=origin/${branch}`);

  let isOver = false;
  const upgrade = run("bin/satchel upgrade", service.env).finally(() => (isOver = true));
  while (!isOver) expect(await missing()).toEqual([]);
  const output = await upgrade;
  expect(output).toContain("verified");
  expect(output).toMatch(/Upgraded from \w+ of [\d-]+ to \w+ of [\d-]+\.\n- Something new\.$/m);
  // The new version still has what the open page may load later.
  expect(await missing()).toEqual([]);
  const now = await (await fetch(page)).text();
  expect(assets.some((path) => !now.includes(path))).toBe(true);
  service.stop();
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function withServerDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const { url, drop } = await createDatabaseOn(serverUrl ?? "", { prefix: "satchel_commands_" });
  try {
    await work(url);
  } finally {
    await drop();
  }
}
