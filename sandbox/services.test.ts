import nodemailer from "nodemailer";
import { expect, test } from "vitest";
import { openSandbox } from "./test-sandbox.ts";

const SOURCES = [
  "/prices/kraken/0/public/Ticker?pair=XBTUSD",
  "/prices/coinbase/v2/prices/BTC-USD/spot",
  "/prices/bitstamp/api/v2/ticker/btcusd/",
  "/prices/coingecko/api/v3/simple/price" +
    "?ids=bitcoin&vs_currencies=usd&include_last_updated_at=true",
  "/prices/mempool/api/v1/prices",
] as const;

test("all price sources quote the price, each in its format", async () => {
  const { get, send } = await openSandbox();
  const answers = () => Promise.all(SOURCES.map((path) => get(path)));
  const quotes = (usd: number) => [
    { error: [], result: { XXBTZUSD: { c: [usd.toFixed(5), "0.001"] } } },
    { data: { amount: usd.toFixed(2), base: "BTC", currency: "USD" } },
    { last: usd.toFixed(2), timestamp: expect.stringMatching(/^\d{10}$/) },
    { bitcoin: { usd, last_updated_at: expect.any(Number) } },
    { time: expect.any(Number), USD: usd },
  ];
  expect(await answers()).toMatchObject(quotes(97_412.6));

  await send("PUT", "/sandbox/price", { usd: 50_000 });
  expect(await answers()).toMatchObject(quotes(50_000));

  expect(await send("PUT", "/sandbox/price", { down: true })).toEqual({ usd: 50_000, down: true });
  for (const path of SOURCES) await expect(get(path)).rejects.toThrow("503");
  expect(await send("PUT", "/sandbox/price", { down: false })).toEqual({
    usd: 50_000,
    down: false,
  });
  expect(await answers()).toMatchObject(quotes(50_000));
  await expect(send("PUT", "/sandbox/price", { usd: -1 })).rejects.toThrow(/400.*usd/);
});

test("mail sent over SMTP is in the mailbox, newest first, until it is cleared", async () => {
  const { get, send, smtpUrl } = await openSandbox();
  const mailer = nodemailer.createTransport(smtpUrl);
  const from = "Satchel <shop@example.test>";
  await mailer.sendMail({ from, to: "ann@example.test", subject: "First", text: "One" });
  await mailer.sendMail({
    from,
    to: ["ann@example.test", "bob@example.test"],
    subject: "Zweite ✓",
    text: "Two",
    html: "<p>Two</p>",
  });
  expect(await get("/sandbox/mail/messages")).toMatchObject([
    {
      to: "ann@example.test, bob@example.test",
      from,
      subject: "Zweite ✓",
      text: "Two\n",
      html: "<p>Two</p>\n",
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
    { to: "ann@example.test", subject: "First", text: "One\n", html: "" },
  ]);
  await send("DELETE", "/sandbox/mail/messages");
  expect(await get("/sandbox/mail/messages")).toEqual([]);
});

test("faults apply to the services until they are removed", async () => {
  const { get, send, url, smtpUrl } = await openSandbox();
  const path = "/esplora/fee-estimates";
  const under = async (esplora: string | null) => {
    await send("PUT", "/sandbox/faults", { esplora });
    const response = await fetch(url + path);
    const type = response.headers.get("content-type") ?? "";
    return { status: response.status, type, text: await response.text() };
  };
  const whole = await under(null);
  expect(await under("429-json")).toMatchObject({
    status: 429,
    type: "application/json",
    text: "[]",
  });
  expect(await under("500")).toMatchObject({ status: 500 });
  const html = await under("html-200");
  expect(html.status).toBe(200);
  expect(html.type).toMatch("text/html");
  const cut = await under("cut-json");
  expect(cut).toMatchObject({ status: 200, type: "application/json" });
  expect(whole.text.startsWith(cut.text)).toBe(true);
  expect(() => JSON.parse(cut.text)).toThrow(SyntaxError);

  await send("PUT", "/sandbox/faults", { esplora: "timeout" });
  await expect(fetch(url + path, { signal: AbortSignal.timeout(50) })).rejects.toThrow("timeout");
  expect(await get("/sandbox/faults")).toEqual({
    esplora: "timeout",
    esplora2: null,
    esploraServer: "blockstream",
    esplora2Server: "blockstream",
    core: null,
    coreTxindex: false,
    lightning: null,
    delivery: null,
    prices: null,
    identity: null,
    stripe: null,
    paypal: null,
    smtp: null,
    latencyMs: 0,
  });
  expect(await under(null)).toEqual(whole);

  const discovery = `${url}/identity/google/.well-known/openid-configuration`;
  await send("PUT", "/sandbox/faults", { identity: "500" });
  expect((await fetch(discovery)).status).toBe(500);
  await send("PUT", "/sandbox/faults", { identity: null });
  expect((await fetch(discovery)).status).toBe(200);

  const mail = { from: "a@example.test", to: "b@example.test", text: "Hello" };
  const mailer = nodemailer.createTransport(smtpUrl);
  await send("PUT", "/sandbox/faults", { smtp: "refuse" });
  await expect(mailer.sendMail(mail)).rejects.toThrow("421");
  await send("PUT", "/sandbox/faults", { smtp: null });
  await mailer.sendMail(mail);
  expect(await get("/sandbox/mail/messages")).toHaveLength(1);
  await expect(send("PUT", "/sandbox/faults", { smpt: null })).rejects.toThrow(/400.*smpt/);
});

test("closing does not wait for a response that never comes", async () => {
  const { send, url, close } = await openSandbox();
  await send("PUT", "/sandbox/faults", { esplora: "timeout" });
  const hanging = expect(fetch(`${url}/esplora/mempool`)).rejects.toThrow("fetch failed");
  await send("PUT", "/sandbox/faults", { prices: "500" });
  await close();
  await hanging;
});
