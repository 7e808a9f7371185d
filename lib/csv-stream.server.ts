import { setImmediate } from "node:timers/promises";
import { type CsvCell, csvLine } from "./csv.ts";

/** Without it Excel takes the letters for those of another encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

const encoder = new TextEncoder();

/** Batches of rows as batches of lines, in UTF-8. */
export async function* csvLines(
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>,
): AsyncGenerator<Uint8Array> {
  for await (const rows of batches) yield encoder.encode(rows.map(csvLine).join(""));
}

/**
 * The head and all lines as a stream, in UTF-8. Lines are asked for in batches, the next one when the one before has
 * gone out, so that a table of any length needs the memory of few batches; and between two of them it is everybody
 * else's turn. The embedded database answers without one, so nobody would be heard until the last line.
 */
export function csvStream(
  head: readonly string[],
  batches: AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> {
  const iterator = batches[Symbol.asyncIterator]();
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(BYTE_ORDER_MARK + csvLine(head)));
    },
    async pull(controller) {
      await setImmediate();
      const next = await iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
