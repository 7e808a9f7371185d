import { asc } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { formOf } from "#lib/form.ts";
import { completeMails } from "../../tests/complete-mails.ts";
import { openFromPool } from "../../tests/embedded-pool.ts";
import type { Actor } from "../audit/audit.ts";
import { insertActor } from "../loyalty/test-orders.ts";
import { mails } from "../mail/tables.ts";
import { saveTranslation, sendTest } from "./drafts.server.ts";
import { parseTranslationForm } from "./newsletter.ts";
import { findNewsletter } from "./newsletters.server.ts";
import { sendNextBatch, startSending } from "./sending.server.ts";
import { subscribers } from "./tables.ts";
import { clearNewsletters, someDraft } from "./test-newsletters.ts";

const now = new Date("2026-11-28T08:00:00Z");
const spanish = { subject: "Monedas más baratas", markdown: "Hola" };

let database: Database;
let db: Db;
let actor: Actor;
beforeAll(async () => {
  database = await openFromPool();
  ({ db } = database);
  actor = await insertActor(db, "robin@example.com", "admin");
});
afterAll(() => database.close());
beforeEach(() => clearNewsletters(db));

/** Returns the subjects of the queued mails as the mailer completes them, by address. */
async function subjects(): Promise<Record<string, string>> {
  const complete = completeMails(db, { appUrl: "https://shop.example" });
  const queued = await db.select().from(mails).orderBy(asc(mails.to));
  const completed = await Promise.all(queued.map((mail) => complete(mail, now)));
  return Object.fromEntries(
    completed.flatMap((mail) =>
      mail?.message.template === "newsletter" ? [[mail.to, mail.message.subject]] : [],
    ),
  );
}

test("subscribers get the text of their language, and the English one where there is none", async () => {
  const times = { source: "/", requestedAt: now, confirmedAt: now };
  await db.insert(subscribers).values([
    { ...times, email: "ana@example.com", language: "es" },
    { ...times, email: "lea@example.com", language: "fr" },
    { ...times, email: "mira@example.com" },
  ]);
  const id = await someDraft(db, actor);
  const saved = await saveTranslation(db, {
    ...{ id, version: 1, actor, now },
    ...{ language: "es", content: spanish },
  });
  expect(saved).toEqual({ ok: true, value: 2 });
  await startSending(db, { id, version: 2, actor, now });
  await sendNextBatch(db, now);
  expect(await subjects()).toEqual({
    "ana@example.com": spanish.subject,
    "lea@example.com": "Cheaper coins",
    "mira@example.com": "Cheaper coins",
  });
});

test("a test mail is in the language that is tested", async () => {
  const id = await someDraft(db, actor);
  const change = { id, actor, now, language: "es" } as const;
  await saveTranslation(db, { ...change, version: 1, content: spanish });
  await sendTest(db, { ...change, version: 2 });
  expect(await subjects()).toEqual({ "robin@example.com": spanish.subject });
});

test("an emptied text is none; what is not changed, and a draft that another changed, stay as they are", async () => {
  const id = await someDraft(db, actor);
  const change = { id, actor, now, language: "es" } as const;
  await saveTranslation(db, { ...change, version: 1, content: spanish });
  expect(await saveTranslation(db, { ...change, version: 2, content: spanish })).toEqual({
    ok: true,
    value: 2,
  });
  expect(await saveTranslation(db, { ...change, version: 1, content: null })).toEqual({
    ok: false,
    error: "stale",
  });
  await saveTranslation(db, { ...change, version: 2, content: null });
  expect(await findNewsletter(db, id)).toMatchObject({ version: 3, translations: {} });
});

test("a translation has subject and text, or neither", () => {
  const read = (subject: string, markdown: string) =>
    parseTranslationForm(formOf({ subject, markdown }));
  expect(read(" ", "\r\n")).toEqual({ ok: true, value: null });
  expect(read("Hola", "")).toMatchObject({ ok: false });
  expect(read(" Hola ", spanish.markdown)).toEqual({
    ok: true,
    value: { ...spanish, subject: "Hola" },
  });
});
