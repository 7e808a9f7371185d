import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatCursor, parseCursor, parseIfMatch } from "./read-request.ts";

const newest = { by: "created", descending: true } as const;
const oldest = { by: "created", descending: false } as const;
const updated = { by: "updated", descending: false } as const;

describe("a cursor", () => {
  const position = { value: 1_795_161_600_000_000, id: "7KQ2M9X" };

  test("decodes to its position, for its own sort order only", () => {
    for (const sort of [newest, oldest, updated]) {
      const cursor = formatCursor(sort, position);
      expect(cursor).toMatch(/^[\w-]+$/);
      for (const other of [newest, oldest, updated])
        expect(parseCursor(cursor, other)).toEqual(other === sort ? position : null);
    }
  });

  test("that is invalid decodes to null", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const likeOurs = Buffer.from(`created-.${text}`).toString("base64url");
        return parseCursor(text, newest) === null && parseCursor(likeOurs, newest) === null;
      }),
    );
    const far = Buffer.from("created-.9999999999999999.AAAAAAA").toString("base64url");
    expect(parseCursor(far, newest)).toBeNull();
  });
});

test.each([
  [undefined, null],
  ["*", null],
  ['"3"', [3]],
  ['"3", "14"', [3, 14]],
  // What proxies make of "3" when they compress: Caddy, Apache, nginx.
  ['"3-zstd"', [3]],
  ['"3-gzip", "14-br"', [3, 14]],
  ['W/"3"', [3]],
  ['W/"3-gzip","4"', [3, 4]],
  ['"3-"', []],
  ['"-gzip"', []],
  ['w/"3"', []],
  ["3", []],
  ['"x"', []],
  ['"12345678901234567890"', []],
  ["", []],
])("If-Match of %s means the versions %s", (header, versions) => {
  expect(parseIfMatch(header)).toEqual(versions);
});
