import nodemailer from "nodemailer";
import { expect, test } from "vitest";
import { openSandbox } from "./test-sandbox.ts";
import type { EsploraTx } from "./test-sandbox.ts";

const address = "bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x";
const uri = `bitcoin:${address}?amount=0.00012345&label=Order%207`;

/** Submits a form as a browser without JavaScript does; answers where it leads. */
async function submit(url: string, path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const response = await fetch(url + path, { method: "POST", body, redirect: "manual" });
  return {
    status: response.status,
    to: response.headers.get("location"),
    text: await response.text(),
  };
}

test("the wallet page pays exactly, short, over or a custom amount", async () => {
  const { get, url } = await openSandbox();
  const page = await get<string>(`/sandbox/wallet?uri=${encodeURIComponent(uri)}`);
  expect(page).toContain(`value="${uri.replace("&", "&amp;")}"`);
  expect(page).toContain("Asks for 12,345 sats (0.00012345 BTC) for Order 7.");

  const before = Number(await get("/esplora/blocks/tip/height"));
  const pay = (fields: Record<string, string>) =>
    submit(url, "/sandbox/wallet", { target: uri, sats: "", confirm: "0", ...fields });
  const { status, to } = await pay({ pay: "exact", confirm: "2" });
  expect(status).toBe(303);
  expect(to).toMatch(/^\/sandbox\/wallet\?paid=[0-9a-f]{64}&uri=bitcoin/);
  const after = await get<string>(to ?? "");
  expect(after.replace(/\s+/g, " ")).toMatch(/Paid 12,345 sats to .* with 2 confirmations/);

  await pay({ pay: "short" });
  await pay({ pay: "over" });
  await pay({ pay: "exact", sats: "777" });
  const txs = await get<EsploraTx[]>(`/esplora/address/${address}/txs`);
  const paid = txs.map(({ vout, status: { confirmed } }) => [vout[0]?.value, confirmed]);
  expect(paid).toEqual([
    [777, false],
    [13_580, false],
    [11_110, false],
    [12_345, true],
  ]);
  expect(await submit(url, "/sandbox/wallet", { mine: "6" })).toMatchObject({
    status: 303,
    to: "/sandbox/wallet?mined=6",
  });
  expect(await get("/esplora/blocks/tip/height")).toBe(String(before + 8));
});

test("the wallet page accepts an address with sats, and shows errors", async () => {
  const { get, url } = await openSandbox();
  const page = await get<string>(`/sandbox/wallet?address=${address}&sats=1234`);
  expect(page).toContain(`value="bitcoin:${address}?amount=0.00001234"`);

  const fails = async (target: string, problem: string) => {
    const { status, text } = await submit(url, "/sandbox/wallet", { target, pay: "exact" });
    expect(status).toBe(400);
    expect(text).toContain(problem);
  };
  await fails("nonsense", "Invalid Bitcoin address");
  await fails(address, "The address has no amount");
  await fails(`bitcoin:${address}?amount=0`, "is not an amount in bitcoin");
  await fails(`bitcoin:${address}?amount=1&req-x=1`, "The link requires &quot;req-x&quot;");
  await fails('"><script>alert(1)</script>', "&lt;script&gt;");
});

test("the mail pages show a mail, its HTML part in a sandboxed frame", async () => {
  const { get, url, smtpUrl } = await openSandbox();
  await nodemailer.createTransport(smtpUrl).sendMail({
    from: "shop@example.test",
    to: "ann@example.test",
    subject: "Order <7>",
    text: "See https://shop.example.test/o/7.",
    html: '<!doctype html><html><head></head><body><a href="https://x.test">See</a></body></html>',
  });
  expect(await get("/sandbox/mail")).toContain('<a href="/sandbox/mail/1">Order &lt;7&gt;</a>');
  const mail = await get<string>("/sandbox/mail/1");
  expect(mail).toContain('<a href="https://shop.example.test/o/7">');
  expect(mail).toMatch(/<iframe[^>]*src="\/sandbox\/mail\/1\/html"[^>]*sandbox="allow-top-nav/);

  const part = await fetch(`${url}/sandbox/mail/1/html`);
  expect(part.headers.get("content-security-policy")).toMatch(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  );
  expect(await part.text()).toContain('<head><base target="_top">');
  await expect(get("/sandbox/mail/2")).rejects.toThrow("404");

  expect(await submit(url, "/sandbox/mail", {})).toMatchObject({ status: 303 });
  expect(await get("/sandbox/mail")).toContain("No mail yet.");
});

test("the home page sets the price, the chain page replaces, evicts and reorganises", async () => {
  const { get, pay, url } = await openSandbox();
  const price = await submit(url, "/sandbox/price", { usd: "61000.5", sources: "up" });
  expect(price).toMatchObject({ status: 303, to: "/sandbox#price" });
  expect(await get("/sandbox")).toContain("All sources quote $61,000.50 for one bitcoin.");
  expect(await submit(url, "/sandbox/price", { usd: "x" })).toMatchObject({ status: 400 });

  const txid = await pay(address, 1000);
  const replaced = await submit(url, "/sandbox/chain", { replace: txid });
  expect(replaced.to).toBe("/sandbox/chain?done=replaced");
  const [next] = await get<EsploraTx[]>(`/esplora/address/${address}/txs`);
  expect(next?.vout[0]?.value).toBe(1000);
  expect(next?.txid).not.toBe(txid);
  await submit(url, "/sandbox/chain", { evict: next?.txid ?? "" });
  expect(await get("/sandbox/chain")).toContain("The mempool is empty.");

  const confirmed = await pay(address, 2000, 2);
  await submit(url, "/sandbox/chain", { reorg: "2", readd: "yes" });
  expect(await get(`/esplora/tx/${confirmed}/status`)).toEqual({ confirmed: false });
  const page = await fetch(`${url}/sandbox/chain`);
  expect(page.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-/,
  );
});
