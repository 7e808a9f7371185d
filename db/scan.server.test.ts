import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type ScannedRow, toScanPage, continueScan } from "./scan.server.ts";

const scanned = (rows: string, isFull = false): ScannedRow<{ id: string }>[] =>
  Array.from(rows, (id, i) => ({
    id: id.toLowerCase(),
    hit: id === id.toUpperCase(),
    isLast: isFull && i === rows.length - 1,
  }));
const idOf = ({ id }: { id: string }) => id;

describe("a page of a scan", () => {
  test("has the hits, and a cursor only if the list continues", () => {
    const whole = toScanPage(scanned("AB"), 3);
    expect([whole.found.map(idOf), whole.next]).toEqual([["a", "b"], null]);
    const part = toScanPage(scanned("ABx", true), 4);
    expect([part.found.map(idOf), part.next?.id]).toEqual([["a", "b"], "x"]);
    const cut = toScanPage(scanned("AB"), 2);
    expect([cut.found.map(idOf), cut.next?.id]).toEqual([["a", "b"], "b"]);
    expect(toScanPage([], 3)).toEqual({ found: [], next: null });
  });
});

describe("a continued scan", () => {
  /** Continues a scan; returns its hits and the requests for further pages. */
  const walk = async (limit: number, [first = "", ...rest]: string[], signal?: AbortSignal) => {
    const requests: string[] = [];
    const page = (rows: string, wanted: number) =>
      toScanPage(scanned(rows, rest.length > 0), wanted);
    const found = await continueScan(page(first, limit), {
      scan: async ({ id }, wanted) => {
        requests.push(`${wanted} after ${id}`);
        return page(rest.shift() ?? "", wanted);
      },
      keyOf: idOf,
      limit,
      signal,
    });
    return { found: found.map(idOf).join(""), requests };
  };

  test("reads pages until the list ends", async () => {
    expect(await walk(9, ["Ax", "y", "BCz", "D"])).toEqual({
      found: "abcd",
      requests: ["8 after x", "8 after y", "6 after z"],
    });
  });

  test("stops at the limit", async () => {
    expect(await walk(2, ["Ax", "By", "C"])).toEqual({ found: "ab", requests: ["1 after x"] });
    expect(await walk(1, ["Ax", "By"])).toEqual({ found: "a", requests: [] });
  });

  test("returns a repeated row once, at its later position", async () => {
    expect(await walk(9, ["ABx", "Cy", "A"])).toMatchObject({ found: "bca" });
  });

  test("yields to the event loop between pages", async () => {
    let others = 0;
    let done = false;
    const turns = (async () => {
      for (; !done; others += 1) await setImmediate();
    })();
    await walk(9, ["a", "b", "c", "d", "e"]);
    done = true;
    await turns;
    expect(others).toBeGreaterThan(3);
  });

  test("stops when its signal is aborted", async () => {
    const gone = AbortSignal.abort(new Error("gone"));
    await expect(walk(9, ["a", "b"], gone)).rejects.toThrow("gone");
    expect(await walk(1, ["A"], gone)).toMatchObject({ found: "a" });
  });
});
