import { createSocket } from "node:dgram";
import { lookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { type WebhookReceiver, startReceiver } from "../../tests/webhook-receiver.ts";
import { post } from "./post.server.ts";
import { checkTarget, isPrivateAddress, PRIVATE_ADDRESS, resolverOf } from "./ssrf-guard.server.ts";

const open = { allowPrivate: false, httpsOnly: false };
const PUBLIC = "93.184.215.14";

describe("an address lies inside", () => {
  test.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.8.8.8",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:0:7f00:1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::a00:1",
    "64:ff9b::",
    "64:ff9b:1::5db8:d70e",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "not an address",
    "",
  ])("%s", (address) => expect(isPrivateAddress(address)).toBe(true));
});

describe("an address lies on the internet", () => {
  test.each([
    PUBLIC,
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "126.255.255.255",
    "128.0.0.1",
    "172.15.255.255",
    "172.32.0.1",
    "192.167.255.255",
    "192.169.0.1",
    "198.17.255.255",
    "198.20.0.1",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a00:1450:4001:82a::200e",
    "2001:4860:4860::8888",
    "::ffff:1.1.1.1",
    "64:ff9b::1.1.1.1",
    "64:ff9b::5db8:d70e",
  ])("%s", (address) => expect(isPrivateAddress(address)).toBe(false));
});

describe("a URL that is to be saved", () => {
  const names: Record<string, string[]> = {
    "shop.example": [PUBLIC, "2606:4700:4700::1111"],
    "router.example": ["192.168.1.1"],
    "both.example": [PUBLIC, "10.0.0.1"],
    localhost: ["127.0.0.1"],
  };
  const resolve = async (name: string) => {
    const addresses = names[name];
    if (!addresses) throw new Error("ENOTFOUND");
    return addresses;
  };

  test.each([
    ["https://shop.example/hook", null],
    ["http://shop.example:8080/hook", null],
    [`https://${PUBLIC}/`, null],
    ["https://[2606:4700:4700::1111]/", null],
    ["https://router.example/", "private"],
    ["https://both.example/", "private"],
    ["https://localhost/", "private"],
    ["https://127.0.0.1/", "private"],
    ["https://2130706433/", "private"],
    ["https://0x7f.1/", "private"],
    ["https://0/", "private"],
    ["https://[::1]/", "private"],
    ["https://[::ffff:169.254.169.254]/latest/meta-data", "private"],
    ["https://nowhere.example/", "unknown-host"],
  ])("%s: %s", async (url, refusal) => {
    const checked = await checkTarget(url, open, resolve);
    expect(checked.ok ? null : checked.error).toBe(refusal);
  });

  test("has to be https where that is demanded", async () => {
    const policy = { allowPrivate: false, httpsOnly: true };
    expect(await checkTarget("http://shop.example/", policy, resolve)).toEqual({
      ok: false,
      error: "https-only",
    });
    expect(await checkTarget("https://shop.example/", policy, resolve)).toMatchObject({ ok: true });
  });

  test("may lead anywhere once that is allowed, and is not looked up", async () => {
    const policy = { allowPrivate: true, httpsOnly: false };
    for (const url of ["http://127.0.0.1:1/", "http://nowhere.example/"])
      expect(await checkTarget(url, policy, resolve)).toMatchObject({ ok: true });
  });
});

describe("when it is connected to", () => {
  let receiver: WebhookReceiver;
  afterEach(() => receiver.close());
  const message = { body: "{}", headers: {} };

  test("a name that has come to lead inside leads nowhere", async () => {
    receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const answers = [[PUBLIC], ["127.0.0.1"], [PUBLIC, "127.0.0.1"]];
    const resolve = async () => answers.shift() ?? [];
    const url = `http://rebound.example:${port}/hook`;
    expect(await checkTarget(url, open, resolve)).toMatchObject({ ok: true });
    for (let i = 0; i < 2; i += 1) {
      const response = await post(url, message, { policy: open, timeoutMs: 2000, resolve });
      expect(response).toMatchObject({ status: null, error: PRIVATE_ADDRESS });
    }
    expect(receiver.received).toEqual([]);
  });

  test("a literal IP address is checked as well", async () => {
    receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    for (const host of ["127.0.0.1", "[::ffff:127.0.0.1]", "2130706433", "localhost"]) {
      const url = `http://${host}:${port}/hook`;
      const response = await post(url, message, { policy: open, timeoutMs: 2000 });
      expect(response).toMatchObject({ status: null, error: PRIVATE_ADDRESS });
    }
    expect(receiver.received).toEqual([]);
  });

  test("what was looked up is what is connected to, once it is allowed", async () => {
    receiver = await startReceiver();
    const response = await post(receiver.url, message, {
      policy: { allowPrivate: true, httpsOnly: false },
      timeoutMs: 2000,
    });
    expect(response).toMatchObject({ status: 200, error: null });
  });
});

test("names of which the server does not answer end by themselves and hold no other look-up", async () => {
  const silent = createSocket("udp4").bind(0, "127.0.0.1");
  await once(silent, "listening");
  const resolver = new Resolver({ timeout: 100, tries: 1 });
  resolver.setServers([`127.0.0.1:${silent.address().port}`]);
  const resolve = resolverOf(resolver);
  const ended: string[] = [];
  const look = async (url: string, by?: typeof resolve) => {
    const checked = await checkTarget(url, open, by);
    ended.push(url);
    return checked;
  };
  try {
    const slow = Array.from({ length: 12 }, (_, n) => look(`https://silent${n}.example`, resolve));
    // `dns.lookup` waits in the pool of four threads, which other look-ups of the process share.
    await new Promise<void>((done, failed) => {
      lookup("localhost", (error) => (error ? failed(error) : done()));
    });
    expect(ended).toEqual([]);
    for (const checked of await Promise.all(slow))
      expect(checked).toEqual({ ok: false, error: "unknown-host" });
  } finally {
    silent.close();
  }
});
