const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the rows below the head of a CSV file that comes in parts, cut anywhere. */
export function countRows(): { add: (part: Uint8Array) => void; rows: () => number } {
  let lines = 0;
  let quoted = false;
  return {
    add: (part) => {
      for (const byte of part) {
        // A quote within a quoted cell is doubled, so that it ends and begins at once.
        if (byte === QUOTE) quoted = !quoted;
        else if (byte === LINE_FEED && !quoted) lines += 1;
      }
    },
    rows: () => Math.max(0, lines - 1),
  };
}
