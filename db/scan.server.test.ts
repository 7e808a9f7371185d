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
  test("has the hits, and goes on after its last row only where the list does", () => {
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
  /** The pages after the first, one after the other, and how they were asked for. */
  const walk = async (limit: number, [first = "", ...rest]: string[], signal?: AbortSignal) => {
    const asked: string[] = [];
    const page = (rows: string, wanted: number) =>
      toScanPage(scanned(rows, rest.length > 0), wanted);
    const found = await continueScan(page(first, limit), {
      scan: async ({ id }, wanted) => {
        asked.push(`${wanted} after ${id}`);
        return page(rest.shift() ?? "", wanted);
      },
      keyOf: idOf,
      limit,
      signal,
    });
    return { found: found.map(idOf).join(""), asked };
  };

  test("takes page after page until the list ends", async () => {
    expect(await walk(9, ["Ax", "y", "BCz", "D"])).toEqual({
      found: "abcd",
      asked: ["8 after x", "8 after y", "6 after z"],
    });
  });

  test("stops with the last row that is wanted", async () => {
    expect(await walk(2, ["Ax", "By", "C"])).toEqual({ found: "ab", asked: ["1 after x"] });
    expect(await walk(1, ["Ax", "By"])).toEqual({ found: "a", asked: [] });
  });

  test("has a row that comes a second time once, at its later place", async () => {
    expect(await walk(9, ["ABx", "Cy", "A"])).toMatchObject({ found: "bca" });
  });

  test("lets others have their turn between two pages", async () => {
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

  test("asks for no more when nobody waits", async () => {
    const gone = AbortSignal.abort(new Error("gone"));
    await expect(walk(9, ["a", "b"], gone)).rejects.toThrow("gone");
    expect(await walk(1, ["A"], gone)).toMatchObject({ found: "a" });
  });
});
