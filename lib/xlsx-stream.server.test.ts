import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import type { CsvCell } from "./csv.ts";
import { xlsxStream } from "./xlsx-stream.server.ts";

async function* batchesOf(...batches: CsvCell[][][]) {
  yield* batches;
}

async function rowsIn(stream: ReadableStream<Uint8Array>) {
  const { sheets } = await readXlsx(new Uint8Array(await new Response(stream).arrayBuffer()));
  return sheets[0]?.rows;
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
  const stream = xlsxStream(
    ["A", "B", "C", "D", "E", "F", "G", "Coins"],
    batchesOf([[...texts, 350]], [], [[...second, 14.99]]),
  );
  const [head, ...rows] = (await rowsIn(stream)) ?? [];
  expect(head).toEqual(["A", "B", "C", "D", "E", "F", "G", "Coins"]);
  expect(rows[0]).toEqual([...texts, 350]);
  expect(rows[1]).toEqual([...second, 14.99]);
});

test("characters that XML cannot hold, and empty cells, do not spoil the file", async () => {
  const rows = await rowsIn(xlsxStream(["A", "B"], batchesOf([["a\u0001\u200Bb", null]])));
  expect(rows?.[1]).toEqual(["a\u0001\uFFFDb", null]);
});

test("a table without rows has its head", async () => {
  expect(await rowsIn(xlsxStream(["A", "B"], batchesOf()))).toEqual([["A", "B"]]);
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
  const reader = xlsxStream(["n"], endless()).getReader();
  for (let chunk = 0; chunk < 5; chunk += 1) await reader.read();
  expect(batches).toBeLessThan(50);
  await reader.cancel();
  expect(ended).toBe(true);
});
