import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import nodemailer from "nodemailer";
import { expect, onTestFinished, test, vi } from "vitest";
import { client, openSandbox, temporaryDir } from "./test-sandbox.ts";
import type { EsploraTx } from "./test-sandbox.ts";

const address = "bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x";

/** All the state there is to see from outside. */
async function state({ get }: Pick<ReturnType<typeof client>, "get">) {
  return {
    tip: await get<string>("/esplora/blocks/tip/hash"),
    height: Number(await get("/esplora/blocks/tip/height")),
    txs: await get<EsploraTx[]>(`/esplora/address/${address}/txs`),
    mails: await get<{ subject: string }[]>("/sandbox/mail/messages"),
    price: await get("/sandbox/price"),
  };
}

test("a restart continues where it stopped", async () => {
  const dir = temporaryDir();
  const first = await openSandbox(dir);
  await first.pay(address, 1000, 3);
  const replaced = await first.pay(address, 2000);
  await first.send("POST", "/sandbox/chain/replacements", { txid: replaced });
  const evicted = await first.pay(address, 3000);
  await first.send("POST", "/sandbox/chain/evictions", { txid: evicted });
  await first.send("POST", "/sandbox/chain/reorgs", { depth: 2, readd: true });
  await first.send("PUT", "/sandbox/price", { usd: 50_000.25 });
  await nodemailer
    .createTransport(first.smtpUrl)
    .sendMail({ from: "a@example.test", to: "b@example.test", subject: "Kept", text: "Hello" });
  const before = await state(first);
  expect(before.txs).toHaveLength(2);
  expect(before.mails.map(({ subject }) => subject)).toEqual(["Kept"]);
  await first.close();

  const second = await openSandbox(dir);
  expect(await state(second)).toEqual(before);
  expect(second.xpub).toBe(first.xpub);
  const { height } = await second.mine(1);
  expect(height).toBe(before.height + 1);
});

test("a last line torn by a crash is dropped and overwritten", async () => {
  const dir = temporaryDir();
  const first = await openSandbox(dir);
  await first.pay(address, 1000, 1);
  const before = await state(first);
  await first.close();
  const whole = readFileSync(join(dir, "chain.jsonl"), "utf8");
  const lastLine = whole.trimEnd().split("\n").at(-1) ?? "";
  appendFileSync(join(dir, "chain.jsonl"), lastLine.slice(0, 100));
  appendFileSync(join(dir, "mail.jsonl"), '{"t":"mail","message":{"id":"1","subject":"Ol\u00e9');

  const second = await openSandbox(dir);
  expect(await state(second)).toEqual(before);
  await second.pay(address, 2000, 1);
  const after = await state(second);
  await second.close();
  const third = await openSandbox(dir);
  expect(await state(third)).toEqual(after);
});

test("a chain of an older version, whose blocks were not valid, gives way to a new one", async () => {
  const dir = temporaryDir();
  const file = join(dir, "chain.jsonl");
  const old = '{"t":"block","block":{"header":"00","coinbase":"00","txids":[]}}\n';
  appendFileSync(file, old);
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  onTestFinished(() => warn.mockRestore());

  const first = await openSandbox(dir);
  await first.pay(address, 1000, 1);
  const before = await state(first);
  expect(before.txs).toHaveLength(1);
  expect(warn.mock.calls.flat().join()).toMatch(/older version.*A new sandbox chain starts/);
  expect(readFileSync(`${file}.old`, "utf8")).toBe(old);
  await first.close();
  expect(await state(await openSandbox(dir))).toEqual(before);
  expect(warn).toHaveBeenCalledTimes(1);
});

test("a first start that was interrupted is completed by the next", async () => {
  const dir = temporaryDir();
  const file = join(dir, "chain.jsonl");
  const whole = await openSandbox(dir);
  const height = await whole.get<string>("/esplora/blocks/tip/height");
  await whole.close();
  const lines = readFileSync(file, "utf8").split("\n");
  // The rules, 60 of the blocks, and half of the next.
  writeFileSync(file, `${lines.slice(0, 61).join("\n")}\n${lines[61]?.slice(0, 100)}`);
  const sandbox = await openSandbox(dir);
  expect(await sandbox.get("/esplora/blocks/tip/height")).toBe(height);
  await sandbox.pay(address, 1000, 1);
});

test("an unreadable line in the middle is an error, not lost state", async () => {
  const dir = temporaryDir();
  appendFileSync(join(dir, "chain.jsonl"), '{"t":"block"\n{"t":"evict","txid":"00"}\n');
  await expect(openSandbox(dir)).rejects.toThrow("chain.jsonl:1 is not JSON");
});

test("a killed process loses nothing, and a child ends with its parent's channel", async () => {
  const dir = temporaryDir();
  const first = await startProcess(dir);
  const sandbox = client(first.url);
  await sandbox.pay(address, 1000, 2);
  await sandbox.pay(address, 2000);
  const before = await state(sandbox);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");

  const second = await startProcess(dir);
  expect(await state(client(second.url))).toEqual(before);
  expect(second.ready).toMatchObject({
    type: "ready",
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    smtpUrl: expect.stringMatching(/^smtp:\/\/127\.0\.0\.1:\d+$/),
    xpub: expect.stringMatching(/^tpub/),
    identity: {
      googleIssuer: `${second.url}/identity/google`,
      facebookUrl: `${second.url}/identity/facebook`,
      clientId: "satchel-sandbox",
      clientSecret: "sandbox-secret",
    },
  });
  second.child.disconnect();
  expect(await once(second.child, "exit")).toEqual([0, null]);
});

async function startProcess(dir: string) {
  const child: ChildProcess = fork(join(import.meta.dirname, "main.ts"), ["--dir", dir], {
    execArgv: [],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [ready] = (await once(child, "message")) as [{ url: string }];
  return { child, ready, url: ready.url };
}
