import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { SMTPServer } from "smtp-server";
import { afterAll, expect, test } from "vitest";
import { sandboxPriceUrls, startSandbox } from "#server/sandbox.ts";
import { folderForDatabases } from "../tests/temp-folder.ts";
import { rootDir } from "./lib/prepare.mjs";

// Runs the commands of docs/bad-day.md against a mail server, a web server, hosts and a folder of this machine.

const page = readFileSync(join(rootDir, "docs/bad-day.md"), "utf8");
const documented = [...page.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, code = ""]) =>
  code.trim().split("\n"),
);

const dir = mkdtempSync(join(tmpdir(), "satchel-bad-day-"));
const data = join(dir, "data");
const oldBackup = join(data, "backups/old.backup");
mkdirSync(join(data, "backups"), { recursive: true });
mkdirSync(join(data, "database"));
writeFileSync(oldBackup, "");
utimesSync(oldBackup, 0, 0);
writeFileSync(join(data, "backups/new.backup"), "");

const [certFile, keyFile] = [join(dir, "cert.pem"), join(dir, "key.pem")];
const run = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: "utf8" });
run(
  ...(["openssl", "req", "-x509", "-nodes", "-newkey", "ec"] as const),
  ...["-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", "/CN=shop.example"],
  ...["-keyout", keyFile, "-out", certFile],
);
const tls = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
const web = createServer(tls).listen(0, "127.0.0.1");
const mail = new SMTPServer({ ...tls, authOptional: true });
mail.listen(0, "127.0.0.1");
const sandbox = await startSandbox(rootDir, folderForDatabases());
const [kraken = ""] = sandboxPriceUrls(sandbox.url);
afterAll(async () => {
  web.close();
  mail.close(() => undefined);
  await sandbox.close();
  rmSync(dir, { recursive: true, force: true });
});
const addressOf = (server: { address: () => unknown }) =>
  `127.0.0.1:${(server.address() as AddressInfo).port}`;

/** What each prints at its best. Without systemd, that its options are known. */
const expected: Record<string, RegExp> = {
  "systemctl is-active satchel": /^(in)?active|not been booted|Failed to connect/,
  "journalctl -u satchel -n 20 -o cat": /No journal files were found|^$/,
  "ls /var/lib/satchel": /^backups\ndatabase\n$/,
  "findmnt --target /var/lib/satchel": /^TARGET/,
  "openssl s_client -connect shop.example:443 -servername shop.example < /dev/null | openssl x509 -noout -enddate":
    /^notAfter=/m,
  "journalctl -u caddy -n 20 -o cat": /No journal files were found|^$/,
  "df -h /var/lib/satchel": /Avail/,
  "du -sh /var/lib/satchel/*": /backups/,
  "find /var/lib/satchel/backups -name '*.backup' -mtime +7 -delete": /^$/,
  "journalctl --vacuum-size=100M": /freed 0B|^$/,
  "journalctl -u satchel -o cat | grep -i mail | tail -n 5": /No journal files were found|^$/,
  "openssl s_client -connect mail.example:587 -starttls smtp -verify_return_error -brief < /dev/null":
    /Verification: OK/,
  "curl -sS https://mempool.space/api/blocks/tip/height": /^\d+$/,
  "curl -sS 'https://api.kraken.com/0/public/Ticker?pair=XBTUSD'": /"error":\[\]/,
};

/** tests/commands visits it of a live shop. */
const elsewhere = ["curl -sS http://127.0.0.1:3000/readyz"];

test("each command of the page is run by this test, and no other", () => {
  expect([...Object.keys(expected), ...elsewhere].toSorted()).toEqual(
    [...new Set(documented)].toSorted(),
  );
});

test.each(Object.entries(expected))("%s", async (command, output) => {
  const program = /^\w+/.exec(command)?.[0] ?? "";
  if (run(program, "--version").error) return;
  const local = command
    .replaceAll("/var/lib/satchel", data)
    .replaceAll("journalctl", `journalctl --directory=${dir}`)
    .replace("shop.example:443", addressOf(web))
    .replace("mail.example:587", `${addressOf(mail.server)} -CAfile ${certFile}`)
    .replace("https://mempool.space/api", `${sandbox.url}/esplora`)
    .replace(/'https:.*'/, kraken);
  // The servers are of this process, so it must not wait for the command.
  const child = spawn("sh", ["-c", local], { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => (printed += String(chunk)));
  await new Promise((resolve) => child.once("close", resolve));
  expect(printed).toMatch(output);
});

test("only old backups are deleted", () => {
  const left = run("ls", join(data, "backups")).stdout;
  expect(left).toBe("new.backup\n");
});
