import type { RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../tests/make.ts";
import { readLines } from "./http-lines.server.ts";

async function read(answer: RequestListener, options: { idleTimeoutMs?: number } = {}) {
  const { url, close } = await startServer(answer);
  onTestFinished(close);
  const lines: string[] = [];
  const controller = new AbortController();
  let opened = 0;
  const ended = readLines(url, {
    headers: { "x-key": "sesame" },
    connectTimeoutMs: 10_000,
    idleTimeoutMs: 30_000,
    onOpen: () => (opened += 1),
    onLine: (line) => {
      lines.push(line);
      if (line === "stop") controller.abort();
    },
    signal: controller.signal,
    ...options,
  });
  await ended;
  return { lines, opened };
}

test("lines are read whole, however they arrive, until the connection ends", async () => {
  const bytes = Buffer.from('{"a":"é"}\n\n{"b":1}\nunfinished');
  const { lines, opened } = await read((request, response) => {
    response.write(`${String(request.headers["x-key"])}\n`);
    // One byte at a time cuts the letter in two.
    for (const byte of bytes) response.write(Buffer.of(byte));
    response.end();
  });
  expect(lines).toEqual(["sesame", '{"a":"é"}', '{"b":1}']);
  expect(opened).toBe(1);
});

test("it ends by the signal, by silence, by a line without end, and when it is cut", async () => {
  const stopped = await read((_, response) => void response.write("a\nstop\n"));
  expect(stopped.lines).toEqual(["a", "stop"]);
  const silent = await read((_, response) => void response.write("a\n"), { idleTimeoutMs: 300 });
  expect(silent.lines).toEqual(["a"]);
  // As LND's stream, it may have no head until there is something to say.
  expect(await read(() => undefined, { idleTimeoutMs: 300 })).toEqual({ lines: [], opened: 1 });
  const endless = await read((_, response) => {
    const write = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", write);
    write();
  });
  expect(endless.lines).toEqual([]);
  const cut = await read((request, response) => {
    response.write("a\nb");
    request.socket.end();
  });
  expect(cut.lines).toEqual(["a"]);
});

test("another status, and a server that is not there, are errors", async () => {
  const refused = read((_, response) => {
    response.statusCode = 500;
    response.end("{}");
  });
  await expect(refused).rejects.toThrow("status 500");
  const { url, close } = await startServer(() => undefined);
  await close();
  const unreachable = readLines(url, {
    headers: {},
    connectTimeoutMs: 10_000,
    idleTimeoutMs: 10_000,
    onOpen: () => undefined,
    onLine: () => undefined,
    signal: new AbortController().signal,
  });
  await expect(unreachable).rejects.toThrow("ECONNREFUSED");
});
