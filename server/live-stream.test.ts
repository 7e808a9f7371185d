import { StreamingApi } from "hono/utils/stream";
import { expect, test } from "vitest";
import { sendChanges, type StreamOptions } from "./live-stream.ts";

/** Opens a stream with heartbeats every few milliseconds. */
function openStream(options: Partial<StreamOptions> = {}) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const stream = new StreamingApi(writable, readable);
  let onChange = () => {};
  let onAccess = () => {};
  let subscribers = 0;
  const sent = sendChanges(stream, {
    subscribe: (listener) => {
      onChange = listener;
      subscribers += 1;
      return () => {
        subscribers -= 1;
      };
    },
    subscribeAccess: (listener) => {
      onAccess = listener;
      subscribers += 1;
      return () => {
        subscribers -= 1;
      };
    },
    beat: async () => "unchanged",
    throttleMs: 0,
    stopping: new AbortController().signal,
    isStalled: () => false,
    heartbeatMs: 5,
    ...options,
  });
  return {
    stream,
    sent,
    change: () => onChange(),
    checkAccess: () => onAccess(),
    subscribers: () => subscribers,
  };
}

test("a stream without a reader ends, and is reported as stalled", async () => {
  const { sent, subscribers } = openStream();
  expect(await sent).toBe(false);
  expect(subscribers()).toBe(0);
});

test("a stream whose client has not taken the last heartbeat ends", async () => {
  let stalled = false;
  const { stream, sent } = openStream({ isStalled: () => stalled });
  const reader = stream.responseReadable.getReader();
  await reader.read();
  stalled = true;
  void reader.read();
  expect(await sent).toBe(false);
});

test("heartbeats do not overlap while the check of the permission is slow", async () => {
  let running = 0;
  let atOnce = 0;
  let beats = 0;
  const { stream, sent } = openStream({
    beat: async () => {
      running += 1;
      atOnce = Math.max(atOnce, running);
      await new Promise((done) => setTimeout(done, 20));
      running -= 1;
      beats += 1;
      return beats < 4 ? "unchanged" : "ended";
    },
  });
  const read = new Response(stream.responseReadable).text();
  expect(await sent).toBe(true);
  await stream.close();
  expect(await read).toBe("event: alive\ndata: \n\n".repeat(3));
  expect(atOnce).toBe(1);
});

test("changes that come together are sent once; the stream ends with the client", async () => {
  const { stream, sent, change, subscribers } = openStream({ heartbeatMs: 60_000 });
  const reader = stream.responseReadable.getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await next()).toBe("event: alive\ndata: \n\n");
  change();
  change();
  expect(await next()).toBe("event: change\ndata: \n\n");
  await reader.cancel();
  expect(await sent).toBe(true);
  expect(subscribers()).toBe(0);
});

test("a lost access ends the stream before the next heartbeat, and what happens then is not sent", async () => {
  let permitted = true;
  const { stream, sent, change, checkAccess, subscribers } = openStream({
    heartbeatMs: 60_000,
    beat: async () => (permitted ? "unchanged" : "ended"),
  });
  const reader = stream.responseReadable.getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await next()).toBe("event: alive\ndata: \n\n");
  checkAccess();
  expect(await next()).toBe("event: alive\ndata: \n\n");
  permitted = false;
  checkAccess();
  change();
  expect(await sent).toBe(true);
  expect(subscribers()).toBe(0);
  await stream.close();
  expect((await reader.read()).done).toBe(true);
});
