import { setImmediate } from "node:timers/promises";
import { type CsvCell, csvLine } from "./csv.ts";

/** Without it Excel assumes another encoding than UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

const encoder = new TextEncoder();

/**
 * Returns a CSV file as a stream in UTF-8. A batch is read when the one before was sent, so that memory does not grow
 * with the table. Yields to the event loop between batches: the embedded database resolves in microtasks, and would
 * block all other requests until the last line.
 */
export function csvStream(
  head: readonly string[],
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>,
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
      else controller.enqueue(encoder.encode(next.value.map(csvLine).join("")));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
