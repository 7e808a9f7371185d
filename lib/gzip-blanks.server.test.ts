import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fillGzip, gzipForm } from "./gzip-blanks.server.ts";

test("filled in, it is the text with its blanks filled in", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme", maxLength: 300 }), { minLength: 1, maxLength: 12 }),
      fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 40 }),
      fc.nat(255),
      (parts, blank, seed) => {
        const fill = Buffer.alloc(Buffer.byteLength(blank), seed);
        const text = Buffer.from(parts.join(blank));
        const places: number[] = [];
        let at = 0;
        for (const part of parts.slice(0, -1)) {
          places.push(at + Buffer.byteLength(part));
          at += Buffer.byteLength(part) + fill.length;
        }
        const form = gzipForm(text, places, fill.length);
        const filled = Buffer.from(text);
        for (const place of places) fill.copy(filled, place);
        expect(gunzipSync(fillGzip(form, fill, filled)).equals(filled)).toBe(true);
      },
    ),
  );
});
