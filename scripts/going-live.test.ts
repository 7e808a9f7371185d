import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { rootDir } from "./lib/prepare.mjs";

// Checks what owners install with the programs that will read it.

const textOf = (path: string) => readFileSync(join(rootDir, path), "utf8");
const goingLive = textOf("docs/going-live.md");
const operations = textOf("docs/operations.md");
const dir = mkdtempSync(join(tmpdir(), "satchel-proxy-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
const run = (program: string, ...args: string[]) =>
  spawnSync(program, args, { encoding: "utf8", env: { ...process.env, PATH, HOME: dir } });
const isMissing = (program: string) => run(program, "version").error !== undefined;

/** Returns the first code block of this language. */
function block(page: string, language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page) ?? [];
  if (!code) throw new Error(`there is no block ${language}`);
  return code;
}

test.skipIf(isMissing("nginx") || isMissing("openssl"))("nginx accepts its block", () => {
  const [cert, key] = [join(dir, "cert.pem"), join(dir, "key.pem")];
  run(
    ...(["openssl", "req", "-x509", "-nodes", "-newkey", "ec"] as const),
    ...["-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", "/CN=shop.example"],
    ...["-keyout", key, "-out", cert],
  );
  const server = block(operations, "nginx")
    .replace(/\S+fullchain\.pem/, cert)
    .replace(/\S+privkey\.pem/, key)
    // A check opens the ports, and only root may open these.
    .replaceAll(/listen (\[::\]:)?\d+/g, "listen unix:$1");
  const sockets = server.replaceAll(/unix:(\[::\]:)?/g, () => `unix:${join(dir, nextSocket())}`);
  const config = join(dir, "nginx.conf");
  writeFileSync(
    config,
    `pid ${join(dir, "pid")};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${sockets}\n}\n`,
  );
  const { stderr } = run("nginx", "-t", "-e", "stderr", "-p", dir, "-c", config);
  expect(stderr).toContain("test is successful");
});

const installation = block(goingLive, "sh");

test("the installation is a script, whose files exist", () => {
  const script = join(dir, "install.sh");
  writeFileSync(script, installation);
  expect(run("sh", "-n", script)).toMatchObject({ status: 0, stderr: "" });
  const files = installation.match(/\bdeploy\/[\w.]+/g) ?? [];
  expect(files).toHaveLength(3);
  expect(files.filter((path) => !existsSync(join(rootDir, path)))).toEqual([]);
});

test("the installation writes its host into the variables and the Caddyfile", () => {
  const [variables, caddyfile] = [join(dir, "satchel.env"), join(dir, "Caddyfile")];
  writeFileSync(variables, textOf("deploy/satchel.env.example"));
  const lines = installation.split("\n").filter((line) => line.startsWith("sed "));
  const script = ["SHOP_HOST=shop.example", `cd ${rootDir}`, ...lines].join("\n");
  const local = script
    .replaceAll("/etc/satchel.env", variables)
    .replaceAll("/etc/caddy/Caddyfile", caddyfile);
  expect(run("sh", "-ec", local)).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(variables, "utf8")).toContain("\nAPP_URL=https://shop.example\n");
  expect(readFileSync(caddyfile, "utf8")).toMatch(/^shop\.example \{/);
  expect(readFileSync(caddyfile, "utf8")).toContain("reverse_proxy 127.0.0.1:3000 {");
});

test.skipIf(isMissing("caddy"))("Caddy accepts deploy/Caddyfile", () => {
  const config = join(dir, "Caddyfile");
  writeFileSync(config, textOf("deploy/Caddyfile").replace("{$SHOP_HOST}", "shop.example"));
  const { status, stderr } = run("caddy", "adapt", "--config", config, "--adapter", "caddyfile");
  expect(status, stderr).toBe(0);
});

test.skipIf(isMissing("systemd-analyze"))("systemd has nothing to say about the unit", () => {
  const verify = (unit: string) => {
    const path = join(dir, "satchel.service");
    writeFileSync(path, unit.replaceAll("/opt/satchel", rootDir));
    return run("systemd-analyze", "verify", "--man=no", path).stderr;
  };
  const unit = textOf("deploy/satchel.service");
  expect(verify(unit)).toBe("");
  expect(verify(unit.replace("ProtectHome=", "ProtectHomes="))).toContain("ProtectHomes");
});

/** Debian's cron. Another one's option `-n` has another meaning. */
const usageOfCrontab = run("crontab", "-h");

test.skipIf(!`${usageOfCrontab.stdout}${usageOfCrontab.stderr}`.includes("dry run"))(
  "cron accepts the crontab",
  () => {
    const lines = operations.match(/^(?:[\d*]+ ){5}.+\n/gm) ?? [];
    expect(lines).toHaveLength(2);
    const crontab = join(dir, "crontab");
    writeFileSync(crontab, lines.join(""));
    const { status, stderr } = run("crontab", "-n", crontab);
    expect(status, stderr).toBe(0);
    // cron ends the command there, and passes on the rest as its input.
    expect(lines.join("")).not.toContain("%");
  },
);

let sockets = 0;
function nextSocket(): string {
  sockets += 1;
  return `${sockets}.sock`;
}
