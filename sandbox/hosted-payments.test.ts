import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServer } from "../tests/make.ts";
import { client, openSandbox, temporaryDir } from "./test-sandbox.ts";
import type { PaymentSession } from "./hosted-payments/session.ts";

type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

/** Creates a Checkout Session for 14.99 dollars. */
async function createStripeSession({ services }: Sandbox): Promise<string> {
  const { apiUrl, secretKey } = services.stripe;
  const response = await fetch(`${apiUrl}/v1/checkout/sessions`, {
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
  return ((await response.json()) as { id: string }).id;
}

async function createPaypalOrder({ services }: Sandbox): Promise<string> {
  const { apiUrl, clientId, clientSecret } = services.paypal;
  const post = async (path: string, authorization: string, body: string) => {
    const headers = { authorization };
    const response = await fetch(apiUrl + path, { method: "POST", headers, body });
    return (await response.json()) as { access_token: string; id: string };
  };
  const basic = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
  const { access_token } = await post("/v1/oauth2/token", basic, "grant_type=client_credentials");
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
  return (await post("/v2/checkout/orders", `Bearer ${access_token}`, JSON.stringify(order))).id;
}

/** Submits a form as a browser without JavaScript does; returns the redirect location. */
async function submit(url: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const response = await fetch(url, { method: "POST", body, redirect: "manual" });
  return {
    status: response.status,
    to: response.headers.get("location"),
    text: await response.text(),
  };
}

/** Starts a shop that records the ids of the webhooks it receives. */
async function openShop() {
  const received: string[] = [];
  const { url, close } = await startServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      const { id } = JSON.parse(body) as { id: string };
      received.push(id);
      response.end();
    });
  });
  return { url, received, close };
}

const stateOf = async ({ get }: Pick<Sandbox, "get">, id: string) =>
  (await get<PaymentSession>(`/sandbox/hosted-payments/payments/${id}`)).state;

test("on Stripe's page a buyer pays, is declined, or leaves", async () => {
  const sandbox = await openSandbox();
  const id = await createStripeSession(sandbox);
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
  // Submitted again, as after the back button.
  expect(await submit(page, { how: "pay" })).toMatchObject({ status: 200 });
  await expect(sandbox.get("/sandbox/stripe/pay/cs_test_x")).rejects.toThrow("404");
  await expect(sandbox.get(`/sandbox/paypal/checkoutnow?token=${id}`)).rejects.toThrow("404");
});

test("on PayPal's page a buyer approves, and the shop has yet to capture", async () => {
  const sandbox = await openSandbox();
  const id = await createPaypalOrder(sandbox);
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

test("a buyer can pay without returning to the shop, and cannot pay an expired session", async () => {
  const sandbox = await openSandbox();
  const id = await createStripeSession(sandbox);
  const path = `/sandbox/stripe/pay/${id}`;
  const stays = await submit(sandbox.url + path, { how: "stay" });
  expect(stays).toMatchObject({ status: 200, text: expect.stringContaining("Paid.") });
  expect(await stateOf(sandbox, id)).toBe("paid");

  const other = await createStripeSession(sandbox);
  await sandbox.send("POST", `/sandbox/hosted-payments/payments/${other}`, { act: "expire" });
  const late = await submit(`${sandbox.url}/sandbox/stripe/pay/${other}`, { how: "pay" });
  expect(late).toMatchObject({ status: 200, text: expect.stringContaining("has expired") });
  expect(await stateOf(sandbox, other)).toBe("expired");
});

test("the control page offers the actions on a payment", async () => {
  const sandbox = await openSandbox();
  const id = await createStripeSession(sandbox);
  const page = `${sandbox.url}/sandbox/hosted-payments`;
  const act = (fields: Record<string, string>) => submit(page, { id, ...fields });
  const look = async () =>
    (await sandbox.get<string>("/sandbox/hosted-payments")).replaceAll(/\s+/g, " ");
  expect(await sandbox.get("/sandbox")).toContain("Stripe and PayPal: 1 payment");

  expect(await act({ act: "pay", sum: "12.50" })).toMatchObject({
    to: "/sandbox/hosted-payments?done",
  });
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

test("webhooks are held back, released in reverse order, and sent again", async () => {
  const sandbox = await openSandbox();
  const shop = await openShop();
  await sandbox.send("PUT", "/sandbox/hosted-payments/shop", { url: shop.url });
  const pay = async () => {
    const id = await createStripeSession(sandbox);
    await sandbox.send("POST", `/sandbox/hosted-payments/payments/${id}`, { act: "pay" });
  };
  await pay();
  await expect.poll(() => shop.received.length).toBe(1);

  await sandbox.send("PUT", "/sandbox/hosted-payments/messages", { held: true });
  await pay();
  await pay();
  const { messages, held } = await sandbox.get<{
    held: boolean;
    messages: { id: string; delivered: boolean }[];
  }>("/sandbox/hosted-payments/messages");
  expect({ held, delivered: messages.map(({ delivered }) => delivered) }).toEqual({
    held: true,
    delivered: [false, false, true],
  });
  await sandbox.send("PUT", "/sandbox/hosted-payments/messages", { held: false, order: "reverse" });
  expect(shop.received.slice(1)).toEqual(messages.slice(0, 2).map(({ id }) => id));

  await sandbox.send("POST", "/sandbox/hosted-payments/messages/again", { count: 2 });
  expect(shop.received.slice(3)).toEqual([messages[1]?.id, messages[0]?.id]);
  await submit(`${sandbox.url}/sandbox/hosted-payments`, { messages: "again" });
  expect(shop.received).toHaveLength(8);
  await shop.close();
});

test("payments and undelivered webhooks survive a restart", async () => {
  const dir = temporaryDir();
  const first = await openSandbox(dir);
  const id = await createStripeSession(first);
  await first.send("POST", `/sandbox/hosted-payments/payments/${id}`, { act: "pay" });
  const before = await first.get("/sandbox/hosted-payments/payments");
  await first.close();
  // A line torn by a crash.
  appendFileSync(join(dir, "payment-sessions.jsonl"), '{"service":"stripe","id":"cs_');

  const second = await openSandbox(dir);
  expect(await second.get("/sandbox/hosted-payments/payments")).toEqual(before);
  const shop = await openShop();
  await second.send("PUT", "/sandbox/hosted-payments/shop", { url: shop.url });
  await expect.poll(() => shop.received.length).toBe(1);
  await shop.close();
});

test("controls reject invalid requests", async () => {
  const sandbox = await openSandbox();
  const { send, url } = sandbox;
  const id = await createStripeSession(sandbox);
  const act = (what: unknown) => send("POST", `/sandbox/hosted-payments/payments/${id}`, what);
  await expect(act({ act: "steal" })).rejects.toThrow("400");
  await expect(act({ act: "pay", cents: 0.5 })).rejects.toThrow(/400.*cents/);
  await expect(act({ act: "pay", declined: true })).rejects.toThrow("Stripe declines a card");
  await expect(act({ act: "settle" })).rejects.toThrow("not paid: it is open");
  await expect(send("PUT", "/sandbox/hosted-payments/shop", { url: "ftp://x" })).rejects.toThrow(
    "400",
  );
  const unknown = client(url).send("POST", "/sandbox/hosted-payments/payments/nothing", {
    act: "pay",
  });
  await expect(unknown).rejects.toThrow("404");
});
