import { type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { csvCents, csvLine } from "#lib/csv.ts";
import { describeOnBothDatabases } from "../tests/db.ts";
import type { Database } from "./client.server.ts";
import { copyLines } from "./copy.server.ts";
import { centsCell, timestampCell, textCell } from "./csv.server.ts";

describeOnBothDatabases("CSV from the database", (openFresh) => {
  let database: Database;
  beforeAll(async () => {
    database = await openFresh();
  });
  afterAll(() => database.close());

  /** Returns the line that the database writes for these cells. */
  const lineOf = async (cells: readonly SQL[]) => {
    const query = sql`select ${sql.join([...cells], sql`, `)}, 0`;
    const { chunks } = await copyLines(database.db, query, 1);
    return Buffer.concat(chunks).toString();
  };

  // PostgreSQL stores every character but this.
  const texts = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"));
  const tricky = fc.string({
    unit: fc.constantFrom(..."=+-@\t\r\n＝＋－＠\",;'aé李\u202E\u200B".split("")),
    maxLength: 6,
  });

  test("text is written as csvLine writes it", async () => {
    const cells = fc.array(fc.oneof(texts, tricky, fc.constant(null)), {
      minLength: 1,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(cells, async (cells) => {
        const line = await lineOf(cells.map((cell) => textCell(sql`${cell}::text`)));
        expect(line).toBe(csvLine(cells));
      }),
    );
  });

  test("timestamps and cents are written as JavaScript writes them", async () => {
    const moments = fc.date({
      min: new Date("1970-01-01"),
      max: new Date("9999-12-31"),
      noInvalidDate: true,
    });
    const cents = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    await fc.assert(
      fc.asyncProperty(moments, cents, async (moment, cents) => {
        const line = await lineOf([
          timestampCell(sql`${moment.toISOString()}::timestamptz`),
          centsCell(sql`${cents}::int`),
        ]);
        expect(line).toBe(csvLine([moment.toISOString(), csvCents(cents)]));
      }),
    );
  });
});
