import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import type { BlockHeader } from "./block-header.ts";
import { bestTip, connectHeaders } from "./headers.server.ts";

const now = new Date("2026-11-20T08:00:00Z");

/** Headers in a row, named after their chain, each with this much work. */
function run(
  name: string,
  count: number,
  work: bigint,
  previous = `${name} before`,
): BlockHeader[] {
  return Array.from({ length: count }, (_, i) => ({
    hash: `${name} ${i}`,
    previous: i === 0 ? previous : `${name} ${i - 1}`,
    merkleRoot: "root",
    time: now.getTime() / 1000,
    bits: 0,
    work,
  }));
}

describeOnBothDatabases("the stored headers", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterEach(() => database.close());
  const connect = (headers: BlockHeader[], firstHeight = 100) =>
    connectHeaders(db, { headers, firstHeight }, now);

  test("the chain with the most work is the best one, not the longest", async () => {
    await connect(run("first", 3, 100n));
    expect(await bestTip(db)).toMatchObject({ hash: "first 2", height: 102 });
    expect(await connect(run("long", 3, 10n, "first 0"))).toBe("stored");
    expect(await bestTip(db)).toMatchObject({ hash: "first 2" });
    expect(await connect(run("heavy", 1, 300n, "first 0"))).toBe("stored");
    expect(await bestTip(db)).toMatchObject({ hash: "heavy 0", height: 101 });
  });

  test("headers that continue nothing replace the stored ones only with more work in as many", async () => {
    await connect(run("first", 3, 100n));
    expect(await connect(run("equal", 3, 100n))).toBe("unlinked");
    expect(await connect(run("long and easy", 50, 40n))).toBe("unlinked");
    expect(await bestTip(db)).toMatchObject({ hash: "first 2" });
    expect(await connect(run("real", 5, 400n), 200)).toBe("stored");
    expect(await bestTip(db)).toMatchObject({ hash: "real 4", height: 204 });
  });

  test("the first headers may be stored by two instances at once, also up to an older tip", async () => {
    const headers = run("first", 3, 100n);
    expect(await Promise.all([connect(headers), connect(headers)])).toEqual(["stored", "stored"]);
    expect(await connect(run("first", 2, 100n))).toBe("stored");
    expect(await bestTip(db)).toMatchObject({ hash: "first 2", height: 102, work: 300n });
  });
});
