import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { LightningAddresses } from "./lightning/addresses.ts";
import { call, clnClient, lndClient, phoenixdClient } from "./test-lightning.ts";
import { client, temporaryDir } from "./test-sandbox.ts";

/** Hides the package, as if it were not installed. */
const withoutLdk = `
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(name, context, next) {
      if (name === "lightningdevkit") throw new Error("Cannot find package 'lightningdevkit'");
      return next(name, context);
    },
  });`;

/** Starts a sandbox without LDK. In a process of its own, since this one's may have loaded LDK already. */
async function startWithoutLdk() {
  const child = fork(join(import.meta.dirname, "main.ts"), ["--dir", temporaryDir()], {
    execArgv: ["--import", `data:text/javascript,${encodeURIComponent(withoutLdk)}`],
  });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await exited;
  });
  const [ready] = await once(child, "message");
  return ready as { url: string; lightning: LightningAddresses };
}

test("without LDK every interface answers 503, and the rest of the sandbox works", async () => {
  const { lightning, url } = await startWithoutLdk();
  const { get } = client(url);
  const why = /needs the package lightningdevkit, which is not installed/;
  const missing = { status: 503, body: expect.stringMatching(why) };
  const phoenixd = phoenixdClient(lightning);
  expect(await phoenixd.get("/getinfo")).toEqual(missing);
  await expect(phoenixd.listen()).rejects.toThrow("refused");
  expect(await lndClient(lightning).get("/v1/getinfo")).toEqual(missing);
  expect(await clnClient(lightning).rpc("getinfo")).toEqual(missing);
  const body = JSON.stringify({ invoice: "lnbcrt1x" });
  const paid = await call(`${url}/sandbox/lightning/pay`, { method: "POST", body });
  expect(paid).toEqual({ status: 503, body: { error: expect.stringMatching(why) } });
  expect(await get("/sandbox/wallet?uri=lightning:lnbcrt1x")).toMatch(why);
  expect(Number(await get("/esplora/blocks/tip/height"))).toBeGreaterThan(0);
});
