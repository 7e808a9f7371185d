import { expect, test } from "vitest";
import { csvStream } from "./csv-stream.server.ts";
import type { CsvCell } from "./csv.ts";

test("streams UTF-8 with a byte order mark, batch by batch", async () => {
  const stream = csvStream(["Name"], batchesOf([[["Ünal"], ["Zoë"]], [["李"]]]));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe('"Name"\r\n"Ünal"\r\n"Zoë"\r\n"李"\r\n');
});

test("cancelling the stream ends its source", async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield [["a line"]];
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

test("yields to the event loop between batches, even if the source never waits", async () => {
  let turns = 0;
  let counting = true;
  const count = () => {
    turns += 1;
    if (counting) setImmediate(count);
  };
  count();
  const batches = Array.from({ length: 50 }, () => [["a line"]]);
  await new Response(csvStream(["n"], batchesOf(batches))).text();
  counting = false;
  expect(turns).toBeGreaterThan(50);
});

async function* batchesOf(batches: CsvCell[][][]) {
  yield* batches;
}
