import { type AddressInfo, createServer } from "node:net";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { startServer } from "../../tests/make.ts";
import { type WebhookReceiver, startReceiver } from "../../tests/webhook-receiver.ts";
import { post } from "./post.server.ts";

const policy = { allowPrivate: true, httpsOnly: false };
const message = { body: '{"ä":1}', headers: { "satchel-event": "webhook.test" } };
const send = (url: string, timeoutMs = 5000, signal?: AbortSignal) =>
  post(url, message, { policy, timeoutMs, signal });

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const receiverThat = async (response: number | "hang"): Promise<WebhookReceiver> => {
  const receiver = await startReceiver(response);
  closing.push(receiver.close);
  return receiver;
};

test("sends the body as it is, with its length and its headers", async () => {
  const receiver = await receiverThat(204);
  expect(await send(receiver.url)).toMatchObject({ status: 204, response: "", error: null });
  expect(receiver.received).toMatchObject([
    { text: '{"ä":1}', headers: { "satchel-event": "webhook.test", "content-length": "8" } },
  ]);
});

test("a redirect is an answer, and is not followed", async () => {
  const elsewhere = await receiverThat(200);
  const receiver = await receiverThat(200);
  receiver.respondWith(307, "over there", { location: elsewhere.url });
  expect(await send(receiver.url)).toMatchObject({ status: 307, response: "over there" });
  expect(elsewhere.received).toEqual([]);
});

test("2 KB of a response are stored, without bytes that the database cannot store", async () => {
  const receiver = await receiverThat(500);
  receiver.respondWith(500, `\0${"x".repeat(100_000)}`);
  const { status, response } = await send(receiver.url);
  expect(status).toBe(500);
  expect(response).toBe(`\uFFFD${"x".repeat(2047)}`);
});

test("an answer that never ends counts by its status, within the time", async () => {
  const { url, close } = await startServer((_, response) => {
    response.writeHead(200);
    response.write("so far");
  });
  closing.push(close);
  const response = await send(url, 200);
  expect(response).toMatchObject({ status: 200, response: "so far", error: null });
  expect(response.durationMs).toBeGreaterThanOrEqual(150);
});

test("a receiver that hangs runs into the timeout", async () => {
  const receiver = await receiverThat("hang");
  expect(await send(receiver.url, 200)).toMatchObject({
    status: null,
    error: "No answer within 0.2 s",
  });
});

test("a closed port, a cut connection and a non-HTTP server are failures with a reason", async () => {
  const server = createServer((socket) => {
    socket.resume().end("SSH-2.0-OpenSSH\r\n");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}/`;
  expect(await send(url)).toMatchObject({ status: null, error: expect.stringMatching(/\S/) });
  await new Promise((resolve) => server.close(resolve));
  expect((await send(url)).error).toContain("ECONNREFUSED");
  expect((await send(url.replace("http:", "https:"))).status).toBeNull();
});

test("is cut short when the shop closes", async () => {
  const receiver = await receiverThat("hang");
  const cutting = new AbortController();
  const sending = send(receiver.url, 60_000, cutting.signal);
  await expect.poll(() => receiver.received).toHaveLength(1);
  cutting.abort();
  expect((await sending).status).toBeNull();
});

test("a receiver that wants to speak another protocol gives no answer, at once", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  expect(await send(`http://127.0.0.1:${port}/`, 30_000)).toMatchObject({
    status: null,
    error: "The connection was closed without an answer",
  });
});
