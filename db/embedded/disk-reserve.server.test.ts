import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDiskReserve, RESERVE_BYTES } from "./disk-reserve.server.ts";

const MB = 1_000_000;
let dataDir: string;
let free: number;
let stopped: number;
let lines: string[];
const opened: { stop: () => void }[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "satchel-reserve-"));
  [free, stopped, lines] = [1000 * MB, 0, []];
  return () => rmSync(dataDir, { recursive: true, force: true });
});
afterEach(() => {
  for (const { stop } of opened.splice(0)) stop();
});

const open = () => {
  const reserve = openDiskReserve(dataDir, {
    log: (line) => void lines.push(line),
    stopShop: () => (stopped += 1),
    freeBytes: () => free,
  });
  opened.push(reserve);
  return reserve;
};
const hasReserve = () => existsSync(join(dataDir, "reserve"));

test("the reserve takes real room", () => {
  open();
  const { size, blocks } = statSync(join(dataDir, "reserve"));
  expect(size).toBe(RESERVE_BYTES);
  expect(blocks * 512).toBeGreaterThanOrEqual(RESERVE_BYTES);
});

test("with ever less room no checkout begins, then the reserve is freed, then the shop stops", () => {
  const { check, isLow } = open();
  const at = (megabytes: number) => {
    free = megabytes * MB;
    check();
    return { low: isLow(), reserve: hasReserve(), stopped };
  };
  expect(at(70)).toEqual({ low: false, reserve: true, stopped: 0 });
  expect(at(66)).toEqual({ low: true, reserve: true, stopped: 0 });
  // Between both limits nothing changes from one look to the next.
  expect(at(90)).toEqual({ low: true, reserve: true, stopped: 0 });
  expect(at(49)).toEqual({ low: true, reserve: false, stopped: 0 });
  // The reserve's room is free now, and used by payments alone.
  expect(at(49 + 67)).toEqual({ low: true, reserve: false, stopped: 0 });
  expect(at(30)).toEqual({ low: true, reserve: false, stopped: 0 });
  expect(at(24)).toEqual({ low: true, reserve: false, stopped: 1 });
  expect(lines.map((line) => line.replace(/: .*/, ""))).toEqual([
    "almost no disk",
    "almost no disk",
    "the disk is full",
  ]);
});

test("with room again the reserve is made anew and checkouts begin", () => {
  free = 40 * MB;
  const { check, isLow } = open();
  expect([isLow(), hasReserve()]).toEqual([true, false]);
  free = 160 * MB;
  check();
  expect([isLow(), hasReserve()]).toEqual([true, false]);
  free = 170 * MB;
  check();
  expect([isLow(), hasReserve()]).toEqual([false, true]);
  expect(lines.at(-1)).toContain("the disk has room again");
});
