import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { rootDir } from "./prepare.mjs";
import { readService, readVariables, withVariable } from "./service.mjs";

const dir = mkdtempSync(join(tmpdir(), "satchel-service-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Installs the unit for this user, as the documents say, with these lines in its file of variables. */
function install(variables: string) {
  const folder = mkdtempSync(join(dir, "unit-"));
  const [unit, file] = [join(folder, "satchel.service"), join(folder, "satchel.env")];
  const text = readFileSync(join(rootDir, "deploy/satchel.service"), "utf8");
  writeFileSync(
    unit,
    text
      .replace("/etc/satchel.env", file)
      .replace("/var/lib/satchel", join(folder, "data"))
      .replaceAll("=satchel\n", `=${userInfo().username}\n`),
  );
  writeFileSync(file, variables);
  return { folder, unit, file };
}

test("user and variables are those of the unit, and the owner's file goes before it", () => {
  const { unit, file, folder } = install(
    'PORT=3001\nMAIL_FROM="Shop <a@shop.example>"\n# PORT=1\n',
  );
  expect(readService(unit)).toEqual({
    user: userInfo().username,
    variablesFile: file,
    variables: expect.objectContaining({
      SATCHEL_MODE: "live",
      DATA_DIR: join(folder, "data"),
      PORT: "3001",
      MAIL_FROM: "Shop <a@shop.example>",
    }),
  });
  expect(readService(join(dir, "none"))).toBeNull();
});

test("a variable is set in place of its line or at the end, and read back as it was", () => {
  const url = 'postgres://a:p%40"$x`\\y@host/db';
  for (const text of ["A=1", "A=1\n\n", "A=1\nDATABASE_URL=old\nB=2\n", ""]) {
    const set = withVariable(text, "DATABASE_URL", url);
    expect(readVariables(set)).toEqual({ ...readVariables(text), DATABASE_URL: url });
    expect(set.match(/DATABASE_URL/g)).toHaveLength(1);
  }
});

/** Runs `bin/satchel` with programs in place of systemd and of a database, which print how they were called. */
function satchel(args: string[], { unit, folder }: ReturnType<typeof install>, exits = 0) {
  const root = join(folder, "satchel");
  const bin = join(folder, "bin");
  for (const path of [bin, join(root, "bin"), join(root, "build/server")])
    mkdirSync(path, { recursive: true });
  for (const path of ["bin/satchel", "scripts/satchel.mjs", "package.json"])
    spawnSync("cp", ["--parents", path, root], { cwd: rootDir });
  spawnSync("cp", ["-r", "--parents", "scripts/lib", root], { cwd: rootDir });
  const shop = `if (process.argv[2]) { console.log("shop", ...process.argv.slice(2), process.env.DATABASE_URL ?? process.env.DATA_DIR); process.exit(${exits}); }`;
  writeFileSync(join(root, "build/server/index.js"), shop);
  writeFileSync(join(bin, "systemctl"), '#!/bin/sh\necho "systemctl $*"\n');
  chmodSync(join(bin, "systemctl"), 0o755);
  const { status, stdout, stderr } = spawnSync(join(root, "bin/satchel"), args, {
    env: { PATH: `${bin}:${join(process.execPath, "..")}:/usr/bin:/bin`, SATCHEL_UNIT: unit },
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

test("satchel runs commands where the shop's data are, and stops the shop for those that change them", () => {
  const shop = install("");
  const data = join(shop.folder, "data");
  expect(satchel(["backup"], shop)).toEqual({ status: 0, output: `shop backup ${data}\n` });
  const failed = satchel(["restore", "a.backup"], shop, 1);
  expect(failed.status).toBe(1);
  expect(failed.output.split("\n")).toEqual([
    "systemctl stop satchel",
    `shop restore a.backup ${data}`,
    "systemctl start satchel",
    "satchel restore did not finish.",
    "",
  ]);
  const { status, output } = satchel(["bakup"], shop);
  expect(status).toBe(1);
  expect(output).toContain("satchel backup [file]");
});

test.skipIf(process.getuid?.() === 0)("who may not read the variables is told to be root", () => {
  const shop = install("");
  chmodSync(shop.file, 0);
  expect(satchel(["backup"], shop).output).toMatch(/^Only root can read .*satchel.env/);
});
