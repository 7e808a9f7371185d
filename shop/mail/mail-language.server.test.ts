import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { inLanguage } from "#messages/current.server.ts";
import { users } from "../accounts/tables.ts";
import { subscribers } from "../newsletter/tables.ts";
import { orders } from "../orders/tables.ts";
import { openFromPool } from "../../tests/embedded-pool.ts";
import { anyAddress, placedOrder } from "../../tests/make.ts";
import { enqueueMail } from "./mails.server.ts";
import { mails } from "./tables.ts";

const now = new Date("2026-11-20T08:00:00Z");

let database: Database;
let db: Db;
beforeAll(async () => {
  database = await openFromPool();
  ({ db } = database);
  const person = { id: "ada", name: "Ada", email: "ada@example.com", referralCode: "ADA" };
  await db.insert(users).values({ ...person, language: "fr" });
  const reader = { source: "/", requestedAt: now };
  await db.insert(subscribers).values([
    { ...reader, email: "ada@example.com", language: "tr" },
    { ...reader, email: "lea@example.com", language: "id" },
  ]);
});
afterAll(() => database.close());

/** Queues a mail in a German request; returns its language. */
async function queued(to: string, message: object): Promise<string | undefined> {
  const key = JSON.stringify([to, message]);
  await inLanguage("de", () =>
    enqueueMail(db, { key, to: anyAddress(to), message: message as never, now }),
  );
  const [mail] = await db.select().from(mails).where(eq(mails.key, key));
  return mail?.language;
}

test("a mail is in the language of its order, else of the account, the subscriber or the request", async () => {
  const { orderId } = await placedOrder(db, { now });
  await db.update(orders).set({ language: "es" }).where(eq(orders.id, orderId));
  expect(await queued("ada@example.com", { template: "order-completed", orderId })).toBe("es");
  expect(await queued("Ada@example.com", { template: "order-links" })).toBe("fr");
  expect(await queued("lea@example.com", { template: "order-links" })).toBe("id");
  expect(await queued("mira@example.com", { template: "order-links" })).toBe("de");
});

test("mails about the newsletter are in the subscriber's language, and those to the team in English", async () => {
  expect(await queued("ada@example.com", { template: "newsletter-already", path: "/" })).toBe("tr");
  expect(await queued("ada@example.com", { template: "admin-message", orderId: "7KQ2M9X" })).toBe(
    "en",
  );
});

test("an order placed from a page is in its language, and so is its mail", async () => {
  const { orderId } = await inLanguage("pt-BR", () => placedOrder(db, { now }));
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  expect(order?.language).toBe("pt-BR");
  const [mail] = await db
    .select()
    .from(mails)
    .where(eq(mails.key, `order-placed:${orderId}`));
  expect(mail?.language).toBe("pt-BR");
});
