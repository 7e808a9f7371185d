import { expect, test } from "vitest";
import { csvLines, csvStream } from "./csv-stream.server.ts";
import type { CsvCell } from "./csv.ts";

test("a table is streamed in UTF-8 with its mark, batch by batch", async () => {
  const stream = csvStream(["Name"], csvLines(batchesOf([[["Ünal"], ["Zoë"]], [["李"]]])));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe("Name\r\nÜnal\r\nZoë\r\n李\r\n");
});

test("whoever stops reading ends the source, too", async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield new Uint8Array(1);
    } finally {
      ended = true;
    }
  }
  const reader = csvStream(["n"], endless()).getReader();
  await reader.read();
  await reader.read();
  await reader.cancel();
  expect(ended).toBe(true);
});

test("between two batches it is everybody else's turn, even if the source never waits", async () => {
  let turns = 0;
  let asking = true;
  const ask = () => {
    turns += 1;
    if (asking) setImmediate(ask);
  };
  ask();
  const batches = Array.from({ length: 50 }, () => [["a line"]]);
  await new Response(csvStream(["n"], csvLines(batchesOf(batches)))).text();
  asking = false;
  expect(turns).toBeGreaterThan(50);
});

async function* batchesOf(batches: CsvCell[][][]) {
  yield* batches;
}
