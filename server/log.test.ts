import { describe, expect, test } from "vitest";
import { DrizzleQueryError } from "drizzle-orm";
import { OutsideError } from "#lib/outside-error.ts";
import { ChainUnavailable } from "#shop/payments/chain/chain.ts";
import { logOf, openLogger } from "./log.ts";

function logger(format: "json" | "lines", level: "debug" | "info" | "error" = "info") {
  const written: string[] = [];
  const opened = openLogger({ level, format }, { write: (text) => void written.push(text) });
  return { opened, log: logOf(opened), written };
}

/** An error of Drizzle, which has the parameters of the query in its message. */
const failed = new DrizzleQueryError(
  'select "id" from "users" where "email" = $1',
  ["mira@example.com", "203.0.113.9"],
  new Error("connection lost"),
);

describe("the JSON log", () => {
  test("has one object per line, with level, time and message", () => {
    const { log, written } = logger("json");
    log("the Bitcoin network can be read again");
    expect(written).toHaveLength(1);
    expect(written[0]).toMatch(/\n$/);
    expect(JSON.parse(written[0] ?? "")).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      pid: process.pid,
      msg: "the Bitcoin network can be read again",
    });
  });

  test("has the type, message, stack and causes of an error", () => {
    const { log, written } = logger("json");
    log("mail outbox", failed);
    expect(JSON.parse(written[0] ?? "")).toMatchObject({
      level: "error",
      msg: "mail outbox",
      err: {
        message: 'Failed query: select "id" from "users" where "email" = $1',
        stack: expect.stringMatching(/^\s+at .*log\.test\.ts/),
        cause: { message: "connection lost" },
      },
    });
  });

  test("has what the network or another host did in one line, without a stack", () => {
    const { log, written } = logger("lines");
    log("price source", new OutsideError("status 503"));
    log("tip", new ChainUnavailable("a.example: connect ECONNREFUSED"));
    const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), {
      code: "ECONNREFUSED",
    });
    log("mail outbox", refused);
    expect(written.map((text) => text.split("\n"))).toEqual([
      [expect.stringContaining("price source: status 503"), ""],
      [expect.stringContaining("a.example: connect ECONNREFUSED"), ""],
      [expect.stringContaining("mail outbox: connect ECONNREFUSED"), ""],
    ]);
  });

  test("contains no personal data", () => {
    const { log, opened, written } = logger("json");
    log("mail order-placed:7KQ2M9X", new Error("550 5.1.1 <mira@example.com>: no such user"));
    log("loyalty", failed);
    log("sent to Mira.Holt+coins@mail.example.com");
    opened.info({ requestId: "A" }, "GET https://shop.example/verify-email?token=s3cret");
    log("callback", new Error("no answer from /track-order?orderId=7KQ2M9X&key=s3cret"));
    const all = written.join("");
    expect(written).toHaveLength(5);
    expect(all).not.toMatch(/mira|holt|203\.0\.113|s3cret/i);
    expect(all).toContain("550 5.1.1 <[address]>: no such user");
  });

  test("ends at a limit for causes that form a cycle", () => {
    const { log, written } = logger("json");
    const error = new Error("one");
    error.cause = new Error("two", { cause: error });
    log("circle", error);
    expect(written).toHaveLength(1);
  });
});

test("the readable log has the message, the error, the request id and the stack", () => {
  const { opened, written } = logger("lines");
  opened.child({ requestId: "7KQ2M9XA41" }).error({ err: failed }, "a page broke");
  expect(written.join("")).toMatch(
    /^\d\d:\d\d:\d\d error a page broke: Failed query: [^\n]* \(7KQ2M9XA41\)\n\s+at .*\n[^]*because Error: connection lost\n$/,
  );
});

test("lines below the level are omitted", () => {
  const { log, written } = logger("lines", "error");
  log("nothing to worry about");
  expect(written).toEqual([]);
  log("this is", new Error("broken"));
  expect(written).toHaveLength(1);
});
