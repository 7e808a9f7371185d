import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { placedOrder } from "../../tests/make.ts";
import { requestPasswordReset } from "../accounts/reset-password.server.ts";
import { users } from "../accounts/tables.ts";
import { mails } from "../mail/tables.ts";
import { requestOrderLinks } from "../orders/order-links.server.ts";
import { completeMails } from "./complete-mail.server.ts";

const now = new Date("2026-11-20T08:00:00Z");

describeOnBothDatabases("links requested for an address", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    const person = { name: "Mira Holt", referralCode: "M" };
    await db.insert(users).values({ ...person, id: "mira", email: "mira@example.com" });
    await placedOrder(db, { now });
  });
  afterAll(() => database.close());
  beforeEach(() => db.delete(mails));

  const requests = {
    "reset-password": (email: string) => requestPasswordReset(db, email, now),
    "order-links": (email: string) => requestOrderLinks(db, { email, now }),
  };
  const templates = ["reset-password", "order-links"] as const;

  test.each(templates)(
    "%s stores the same for a known address and for an unknown one",
    async (template) => {
      const stored = async (email: string) => {
        await db.delete(mails);
        await requests[template](email);
        return (await db.select().from(mails)).map(({ key: _key, to: _to, ...rest }) => rest);
      };
      const known = await stored("mira@example.com");
      expect(known).toMatchObject([{ message: { template }, nextAttemptAt: now }]);
      expect(await stored("nobody@example.com")).toEqual(known);
    },
  );

  test.each(templates)(
    "%s goes to the stored address, and to nobody without one",
    async (template) => {
      const complete = completeMails(db, { appUrl: "https://shop.example" });
      const mail = (to: string) => complete({ to, message: { template } }, now);
      expect(await mail("MIRA@Example.com")).toMatchObject({
        to: "mira@example.com",
        message: template === "order-links" ? { orders: [{ coins: 350 }] } : { template },
      });
      expect(await mail("nobody@example.com")).toBeNull();
    },
  );
});
