import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { call, clnClient, lndClient, phoenixdClient } from "./test-lightning.ts";

// Other test files of this worker use the package.
beforeAll(() => {
  vi.resetModules();
  vi.doMock("lightningdevkit", () => {
    throw new Error("Cannot find package 'lightningdevkit'");
  });
});
afterAll(() => {
  vi.doUnmock("lightningdevkit");
  vi.resetModules();
});

test("without LDK every interface answers 503, and the rest of the sandbox works", async () => {
  const { openLightning } = await import("./test-lightning.ts");
  const { lightning, url, get } = await openLightning();
  const why = /needs the development dependency lightningdevkit, which is not installed/;
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
