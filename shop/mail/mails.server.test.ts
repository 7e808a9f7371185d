import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { mails } from "./tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { anyAddress, someMail } from "../../tests/make.ts";
import { claimMail, enqueueMail, markFailed, markSent, type StoredMail } from "./mails.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const secondsOf = (date: Date) => (date.getTime() - start.getTime()) / 1000;
const CLAIM = 60;
const DAY = 86_400;

describeOnBothDatabases("the outbox", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(() => db.delete(mails));

  const enqueue = (key: string, seconds = 0, to = "mira@example.com") =>
    enqueueMail(db, { ...someMail(key), to: anyAddress(to), now: at(seconds) });
  const claim = (seconds: number) => claimMail(db, at(seconds));
  const mustClaim = async (seconds: number): Promise<StoredMail> => {
    const mail = await claim(seconds);
    if (!mail) throw new Error(`no mail is due after ${seconds} s`);
    return mail;
  };
  const rows = () => db.select().from(mails).orderBy(mails.key);

  describe("enqueuing", () => {
    test("stores one mail per key, the first one, also concurrently", async () => {
      await enqueue("order-placed:A");
      await Promise.all(
        Array.from({ length: 10 }, (_, i) => enqueue("order-placed:A", i, "eve@example.com")),
      );
      await enqueue("order-placed:B");
      expect(await rows()).toMatchObject([
        { key: "order-placed:A", to: "mira@example.com", createdAt: start },
        { key: "order-placed:B" },
      ]);
    });

    test("is rolled back with its transaction", async () => {
      const failing = db.transaction(async (tx) => {
        await enqueueMail(tx, { ...someMail("order-placed:A"), now: start });
        throw new Error("the power went");
      });
      await expect(failing).rejects.toThrow("the power went");
      expect(await rows()).toEqual([]);
    });
  });

  describe("claiming", () => {
    test("returns each mail once, the longest due first", async () => {
      await enqueue("third", 3);
      await enqueue("first", 1);
      await enqueue("second", 2);
      expect(await claim(0)).toBeNull();
      const keys = [await mustClaim(3), await mustClaim(3), await mustClaim(3)].map(
        ({ key }) => key,
      );
      expect(keys).toEqual(["first", "second", "third"]);
      expect(await claim(3)).toBeNull();
    });

    test("gives each mail to one instance, without blocking the others", async () => {
      for (let i = 0; i < 12; i += 1) await enqueue(`mail-${i}`);
      const claimed = await db.transaction(async (tx) => {
        const first = await claimMail(tx, at(1));
        // Another instance claims before the commit. The embedded database has only one connection.
        return database.kind === "postgresql" ? [first, await claim(1)] : [first];
      });
      for (let left = 12 - claimed.length; left > 0; left -= 2)
        claimed.push(...(await Promise.all([claim(1), claim(1)])));
      const keys = claimed.flatMap((mail) => (mail ? [mail.key] : []));
      expect(new Set(keys).size).toBe(keys.length);
      for (let mail = await claim(1); mail; mail = await claim(1)) keys.push(mail.key);
      expect(keys).toHaveLength(12);
      expect(new Set(keys).size).toBe(12);
    });

    test("never returns a sent mail", async () => {
      await enqueue("order-placed:A");
      await mustClaim(1);
      await markSent(db, someMail("order-placed:A"), at(2));
      expect(await claim(10 * DAY)).toBeNull();
      expect(await rows()).toMatchObject([{ sentAt: at(2), attempts: 1, lastError: null }]);
      await enqueue("order-placed:A", 20 * DAY);
      expect(await claim(30 * DAY)).toBeNull();
    });

    test("returns a mail again a minute after its instance died while sending it", async () => {
      await enqueue("order-placed:A");
      await mustClaim(1);
      expect(await claim(CLAIM)).toBeNull();
      expect(await mustClaim(1 + CLAIM)).toMatchObject({ key: "order-placed:A", attempts: 2 });
    });
  });

  describe("a mail that was refused", () => {
    test("is retried after 5 s, doubling up to an hour, with attempts and reason stored", async () => {
      await enqueue("order-placed:A");
      let now = 0;
      const waits: number[] = [];
      for (let attempt = 1; attempt <= 13; attempt += 1) {
        const mail = await mustClaim(now);
        expect(mail).toMatchObject({ attempts: attempt, failedAt: null });
        await markFailed(db, mail, `refused ${attempt}`, at(now), { chance: 0.5 });
        const [row] = await rows();
        expect(row).toMatchObject({ attempts: attempt, lastError: `refused ${attempt}` });
        const next = secondsOf(row?.nextAttemptAt ?? start);
        expect(await claim(next - 1)).toBeNull();
        waits.push(next - now);
        now = next;
      }
      expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]);
    });

    test("is sent when the mail server is back", async () => {
      await enqueue("order-placed:A");
      await markFailed(db, await mustClaim(0), "refused", at(0), { chance: 0.5 });
      await mustClaim(5);
      await markSent(db, someMail("order-placed:A"), at(6));
      expect(await rows()).toMatchObject([{ sentAt: at(6), attempts: 2, lastError: null }]);
    });

    test("fails a day after it was enqueued, with its last reason", async () => {
      await enqueue("order-placed:A");
      await markFailed(db, await mustClaim(DAY - 1), "still refused", at(DAY - 1), { chance: 0.5 });
      expect(await rows()).toMatchObject([{ failedAt: null }]);
      await markFailed(db, await mustClaim(DAY + 4), "refused for good", at(DAY + 4), {
        chance: 0.5,
      });
      expect(await rows()).toMatchObject([
        { failedAt: at(DAY + 4), lastError: "refused for good", sentAt: null },
      ]);
      expect(await claim(30 * DAY)).toBeNull();
    });

    test("for good fails at once", async () => {
      await enqueue("order-placed:A");
      const options = { permanent: true };
      await markFailed(db, await mustClaim(0), "501 bad address", at(0), options);
      expect(await rows()).toMatchObject([
        { failedAt: at(0), lastError: "501 bad address", refused: true },
      ]);
      expect(await claim(DAY)).toBeNull();
    });

    test("does not delay the others", async () => {
      await enqueue("refused");
      await enqueue("fine", 1);
      await markFailed(db, await mustClaim(2), "refused", at(2), { chance: 0.5 });
      expect(await mustClaim(2)).toMatchObject({ key: "fine" });
    });
  });
});
