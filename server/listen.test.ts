import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { listen } from "./listen.ts";
import { collectLines } from "../tests/log.ts";

// Request smuggling: a proxy and the shop would disagree about where a request ends (RFC 9112, section 11.2).
test.each([
  ["Content-Length and Transfer-Encoding", "Content-Length: 5\r\nTransfer-Encoding: chunked"],
  ["two lengths", "Content-Length: 5\r\nContent-Length: 50"],
  ["an encoding that is not chunked last", "Transfer-Encoding: chunked, identity"],
  ["a length that is no number", "Content-Length: +5"],
])("a request with %s is refused before it is handled", async (_, headers) => {
  const handled: string[] = [];
  const fetch = (request: Request) => {
    handled.push(request.url);
    return new Response("ok");
  };
  const server = await listen({ fetch }, { host: "127.0.0.1", port: 0, log: collectLines([]) });
  try {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const smuggled = "GET /smuggled HTTP/1.1\r\nHost: shop.example\r\n\r\n";
    socket.write(`POST / HTTP/1.1\r\nHost: shop.example\r\n${headers}\r\n\r\n0\r\n\r\n${smuggled}`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(handled).toEqual([]);
  } finally {
    server.close();
  }
});

describe("an address that cannot be used", () => {
  const fetch = () => new Response("ok");

  test.each(["nonsense.invalid", "192.0.2.1"])(
    "HOST %s is named with what to set",
    async (host) => {
      await expect(listen({ fetch }, { host, port: 0, log: collectLines([]) })).rejects.toThrow(
        `HOST is "${host}", which is not an address of this machine.`,
      );
    },
  );

  test("a port in use is named after the last retry, without warnings", async () => {
    const warnings: string[] = [];
    const warn = ({ message }: Error) => warnings.push(message);
    process.on("warning", warn);
    const first = await listen({ fetch }, { host: "127.0.0.1", port: 0, log: collectLines([]) });
    try {
      const { port } = first.address() as AddressInfo;
      await expect(
        listen({ fetch }, { host: "127.0.0.1", port, log: collectLines([]) }),
      ).rejects.toThrow(`Port ${port} is in use by another program. Set PORT to another one.`);
      expect(warnings).toEqual([]);
    } finally {
      process.off("warning", warn);
      first.close();
    }
  });
});

test("an error outside of the app is a plain 500 and a line of the log", async () => {
  const lines: string[] = [];
  const fetch = () => {
    throw new Error("a path of this machine");
  };
  const options = { host: "127.0.0.1", port: 0, log: collectLines(lines) };
  const server = await listen({ fetch }, options);
  try {
    const { port } = server.address() as AddressInfo;
    const response = await globalThis.fetch(`http://127.0.0.1:${port}/`);
    expect([response.status, await response.text()]).toEqual([500, ""]);
    expect(lines.join()).toMatch(
      /^request failed outside of the app: Error: a path of this machine/,
    );
  } finally {
    server.close();
  }
});
