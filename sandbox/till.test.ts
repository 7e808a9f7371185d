import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServer } from "../tests/make.ts";
import { client, openSandbox, temporaryDir } from "./test-sandbox.ts";
import type { Bill } from "./till/bill.ts";

type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

/** A page that asks for 14.99 dollars, as an application at Stripe makes one. */
async function stripePage({ services }: Sandbox): Promise<string> {
  const { apiUrl, secretKey } = services.stripe;
  const answer = await fetch(`${apiUrl}/v1/checkout/sessions`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({
      mode: "payment",
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][currency]": "usd",
      "line_items[0][price_data][unit_amount]": "1499",
      "line_items[0][price_data][product_data][name]": "350 <coins>",
      success_url: "http://127.0.0.1:3000/back?session={CHECKOUT_SESSION_ID}",
      cancel_url: "http://127.0.0.1:3000/checkout",
    }),
  });
  return ((await answer.json()) as { id: string }).id;
}

async function paypalPage({ services }: Sandbox): Promise<string> {
  const { apiUrl, clientId, clientSecret } = services.paypal;
  const ask = async (path: string, authorization: string, body: string) => {
    const headers = { authorization };
    const answer = await fetch(apiUrl + path, { method: "POST", headers, body });
    return (await answer.json()) as { access_token: string; id: string };
  };
  const basic = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
  const { access_token } = await ask("/v1/oauth2/token", basic, "grant_type=client_credentials");
  const order = {
    intent: "CAPTURE",
    purchase_units: [
      { amount: { currency_code: "USD", value: "14.99" }, description: "350 coins" },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: "http://127.0.0.1:3000/back?a=1",
          cancel_url: "http://127.0.0.1:3000/checkout",
        },
      },
    },
  };
  return (await ask("/v2/checkout/orders", `Bearer ${access_token}`, JSON.stringify(order))).id;
}

/** Submits a form as a browser without JavaScript does; answers where it leads. */
async function submit(url: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
  return { status: answer.status, to: answer.headers.get("location"), text: await answer.text() };
}

/** A shop that notes which events it was told. */
async function openShop() {
  const told: string[] = [];
  const { url, close } = await startServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      const { id } = JSON.parse(body) as { id: string };
      told.push(id);
      response.end();
    });
  });
  return { url, told, close };
}

const stateOf = async ({ get }: Pick<Sandbox, "get">, id: string) =>
  (await get<Bill>(`/sandbox/till/payments/${id}`)).state;

test("on Stripe's page one pays, is declined, or walks away", async () => {
  const sandbox = await openSandbox();
  const id = await stripePage(sandbox);
  const page = `${sandbox.url}/sandbox/stripe/pay/${id}`;
  const text = await sandbox.get<string>(`/sandbox/stripe/pay/${id}`);
  expect(text).toContain("No real money moves");
  expect(text).toContain("Pay 14.99 USD");
  expect(text).toContain("350 &lt;coins&gt;");
  expect(text).toContain('<a href="http://127.0.0.1:3000/checkout">');

  const declined = await submit(page, { how: "decline" });
  expect(declined).toMatchObject({ status: 400, text: expect.stringContaining("was declined") });
  expect(await stateOf(sandbox, id)).toBe("open");
  const paid = await submit(page, { how: "pay" });
  expect(paid).toMatchObject({ status: 303, to: `http://127.0.0.1:3000/back?session=${id}` });
  expect(await stateOf(sandbox, id)).toBe("paid");
  // Once more, as the back button lets one.
  expect(await submit(page, { how: "pay" })).toMatchObject({ status: 200 });
  await expect(sandbox.get("/sandbox/stripe/pay/cs_test_x")).rejects.toThrow("404");
  await expect(sandbox.get(`/sandbox/paypal/checkoutnow?token=${id}`)).rejects.toThrow("404");
});

test("on PayPal's page one approves, and the shop has yet to collect", async () => {
  const sandbox = await openSandbox();
  const id = await paypalPage(sandbox);
  const page = `${sandbox.url}/sandbox/paypal/checkoutnow?token=${id}`;
  expect(await sandbox.get(`/sandbox/paypal/checkoutnow?token=${id}`)).toContain(
    `<a href="http://127.0.0.1:3000/checkout?token=${id}">`,
  );
  const { status, to } = await submit(page, { how: "pay" });
  expect(status).toBe(303);
  expect(to).toMatch(
    new RegExp(`^http://127\\.0\\.0\\.1:3000/back\\?a=1&token=${id}&PayerID=\\w+$`),
  );
  expect(await stateOf(sandbox, id)).toBe("approved");
});

test("one may pay and not return, and nobody pays what has expired", async () => {
  const sandbox = await openSandbox();
  const id = await stripePage(sandbox);
  const path = `/sandbox/stripe/pay/${id}`;
  const stays = await submit(sandbox.url + path, { how: "stay" });
  expect(stays).toMatchObject({ status: 200, text: expect.stringContaining("Paid.") });
  expect(await stateOf(sandbox, id)).toBe("paid");

  const other = await stripePage(sandbox);
  await sandbox.send("POST", `/sandbox/till/payments/${other}`, { act: "expire" });
  const late = await submit(`${sandbox.url}/sandbox/stripe/pay/${other}`, { how: "pay" });
  expect(late).toMatchObject({ status: 200, text: expect.stringContaining("has expired") });
  expect(await stateOf(sandbox, other)).toBe("expired");
});

test("the till's page does to a payment what can be done to it", async () => {
  const sandbox = await openSandbox();
  const id = await stripePage(sandbox);
  const till = `${sandbox.url}/sandbox/till`;
  const act = (fields: Record<string, string>) => submit(till, { id, ...fields });
  const look = async () => (await sandbox.get<string>("/sandbox/till")).replaceAll(/\s+/g, " ");
  expect(await sandbox.get("/sandbox")).toContain("Stripe and PayPal: 1 payment");

  expect(await act({ act: "pay", sum: "12.50" })).toMatchObject({ to: "/sandbox/till?done" });
  expect(await look()).toContain("12.50 USD");
  await act({ act: "refund", sum: "2" });
  expect(await look()).toContain("paid, 2.00 USD sent back");
  const tooMuch = await act({ act: "refund", sum: "10.51" });
  expect(tooMuch).toMatchObject({ status: 400, text: expect.stringContaining("Only 1050 cents") });
  await act({ act: "refund-fails", sum: "2" });
  expect(await look()).not.toContain("sent back");
  expect(await act({ act: "refund-fails" })).toMatchObject({ status: 400 });
  await act({ act: "dispute", sum: "" });
  expect(await look()).toContain("dispute open");
  await act({ act: "lose" });
  expect(await look()).toContain("dispute lost");
  expect(await act({ act: "lose" })).toMatchObject({ status: 400 });
  expect(await act({ act: "nonsense" })).toMatchObject({ status: 400 });
});

test("messages are held back, released the other way round, and sent twice", async () => {
  const sandbox = await openSandbox();
  const shop = await openShop();
  await sandbox.send("PUT", "/sandbox/till/shop", { url: shop.url });
  const pay = async () => {
    const id = await stripePage(sandbox);
    await sandbox.send("POST", `/sandbox/till/payments/${id}`, { act: "pay" });
  };
  await pay();
  await expect.poll(() => shop.told.length).toBe(1);

  await sandbox.send("PUT", "/sandbox/till/messages", { held: true });
  await pay();
  await pay();
  const { messages, held } = await sandbox.get<{
    held: boolean;
    messages: { id: string; delivered: boolean }[];
  }>("/sandbox/till/messages");
  expect({ held, delivered: messages.map(({ delivered }) => delivered) }).toEqual({
    held: true,
    delivered: [false, false, true],
  });
  await sandbox.send("PUT", "/sandbox/till/messages", { held: false, order: "reverse" });
  expect(shop.told.slice(1)).toEqual(messages.slice(0, 2).map(({ id }) => id));

  await sandbox.send("POST", "/sandbox/till/messages/again", { count: 2 });
  expect(shop.told.slice(3)).toEqual([messages[1]?.id, messages[0]?.id]);
  await submit(`${sandbox.url}/sandbox/till`, { messages: "again" });
  expect(shop.told).toHaveLength(8);
  await shop.close();
});

test("a restart goes on with the payments, and with what the shop was not told", async () => {
  const dir = temporaryDir();
  const first = await openSandbox(dir);
  const id = await stripePage(first);
  await first.send("POST", `/sandbox/till/payments/${id}`, { act: "pay" });
  const before = await first.get("/sandbox/till/payments");
  await first.close();
  // As a crash leaves it.
  appendFileSync(join(dir, "till.jsonl"), '{"service":"stripe","id":"cs_');

  const second = await openSandbox(dir);
  expect(await second.get("/sandbox/till/payments")).toEqual(before);
  const shop = await openShop();
  await second.send("PUT", "/sandbox/till/shop", { url: shop.url });
  await expect.poll(() => shop.told.length).toBe(1);
  await shop.close();
});

test("controls say what they do not understand", async () => {
  const sandbox = await openSandbox();
  const { send, url } = sandbox;
  const id = await stripePage(sandbox);
  const act = (what: unknown) => send("POST", `/sandbox/till/payments/${id}`, what);
  await expect(act({ act: "steal" })).rejects.toThrow("400");
  await expect(act({ act: "pay", cents: 0.5 })).rejects.toThrow(/400.*cents/);
  await expect(act({ act: "pay", declined: true })).rejects.toThrow("Stripe declines a card");
  await expect(act({ act: "settle" })).rejects.toThrow("not paid: it is open");
  await expect(send("PUT", "/sandbox/till/shop", { url: "ftp://x" })).rejects.toThrow("400");
  const nobody = client(url).send("POST", "/sandbox/till/payments/nothing", { act: "pay" });
  await expect(nobody).rejects.toThrow("404");
});
