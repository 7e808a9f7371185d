import { expect, test } from "vitest";
import { readWorkbook } from "../tests/read-workbook.ts";
import type { CsvCell } from "./csv.ts";
import { xlsxStream } from "./xlsx-stream.server.ts";

async function* batchesOf(...batches: CsvCell[][][]) {
  yield* batches;
}

const options = { sheet: "Orders", timeZone: "Europe/Berlin" };

async function read(head: string[], batches: AsyncIterable<CsvCell[][]>) {
  const stream = xlsxStream(head, batches, options);
  return readWorkbook(new Uint8Array(await new Response(stream).arrayBuffer()));
}

test("text stays text and numbers are numbers, in batches of any size", async () => {
  const texts = [
    "0071234567890123456789",
    "12345E6",
    "MAR2026",
    "=1+1",
    "@name",
    "TRUE",
    "_x0041_",
  ];
  const second = [
    "Ünal 李",
    "<b>&amp;",
    ' two\n"lines" ',
    "2026-11-27T10:00:00.000Z",
    "'",
    "-5",
    "é",
  ];
  const { rows: all } = await read(
    ["A", "B", "C", "D", "E", "F", "G", "Coins"],
    batchesOf([[...texts, 350]], [], [[...second, 14.99]]),
  );
  const [head, ...rows] = all;
  expect(head).toEqual(["A", "B", "C", "D", "E", "F", "G", "Coins"]);
  expect(rows[0]).toEqual([...texts, 350]);
  expect(rows[1]).toEqual([...second, 14.99]);
});

test("characters that XML cannot hold, and empty cells, do not spoil the file", async () => {
  const strange = ["a\u0001\u200Bb", null, "\r\n\uD800\uFFFF", 0];
  const { rows } = await read(["A", "B", "C", "D"], batchesOf([strange]));
  expect(rows[1]).toEqual(["a\u0001\uFFFDb", null, "\r\n\uFFFD\uFFFF", 0]);
});

test("a table without rows has its head", async () => {
  expect((await read(["A", "B"], batchesOf())).rows).toEqual([["A", "B"]]);
});

test("dates are dates by the clock of the time zone, in summer and winter", async () => {
  const moments = ["2026-07-01T04:00:00Z", "2026-12-31T23:00:00Z"].map((time) => new Date(time));
  const { rows, dateFormat } = await read(["A", "B"], batchesOf([moments]));
  // 1 July 2026, 06:00; 1 January 2027, midnight.
  expect(rows[1]).toEqual([46_204.25, 46_388]);
  expect(dateFormat).toBe(String.raw`yyyy\-mm\-dd\ hh:mm`);
});

test("a table has more columns than letters, and more rows than are compressed at a time", async () => {
  const row = (n: number) => Array.from({ length: 60 }, (_, column) => n * 100 + column);
  const batch = Array.from({ length: 250 }, (_, n) => row(n));
  const { rows } = await read(row(0).map(String), batchesOf(batch));
  expect(rows.slice(1)).toEqual(batch);
});

test("is read as it is sent, and cancelling it ends its source", async () => {
  let batches = 0;
  let ended = false;
  async function* endless() {
    try {
      for (;;) {
        batches += 1;
        yield Array.from({ length: 1000 }, (_, n) => [`row ${batches}-${n} ${Math.random()}`]);
      }
    } finally {
      ended = true;
    }
  }
  const reader = xlsxStream(["n"], endless(), options).getReader();
  for (let chunk = 0; chunk < 5; chunk += 1) await reader.read();
  expect(batches).toBeLessThan(50);
  await reader.cancel();
  expect(ended).toBe(true);
});
