import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { inLanguage } from "#messages/current.server.ts";
import { t } from "#messages/translate.ts";
import { openFromPool } from "../../tests/embedded-pool.ts";
import {
  readOwnerTexts,
  readOwnTexts,
  readSettingsInLanguage,
  storeOwnTexts,
} from "./owner-texts.server.ts";
import { defaultSettings } from "./settings.ts";
import { ownerTexts, settings } from "./tables.ts";

const now = new Date("2026-11-28T08:00:00Z");

let database: Database;
let db: Db;
beforeAll(async () => {
  database = await openFromPool();
  ({ db } = database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await db.delete(ownerTexts);
  await db.delete(settings);
});

const store = (texts: Record<string, string>, version: number) =>
  db.transaction((tx) => storeOwnTexts(tx, { language: "es", texts, version, now }));

test("settings have the owner's texts in the language, and the English text where there is none", async () => {
  await db.insert(settings).values([
    { name: "shopName", value: "Coin Shop" },
    { name: "deliveryTime", value: "Within an hour." },
    { name: "consentText", value: "I agree at once." },
  ]);
  await store({ shopName: "Tienda de monedas", consentText: "Acepto que sea ya." }, 0);
  expect(await inLanguage("es", () => readSettingsInLanguage(db))).toMatchObject({
    shopName: "Tienda de monedas",
    deliveryTime: "Within an hour.",
    consentText: "Acepto que sea ya.",
  });
  const english = { shopName: "Coin Shop", consentText: "I agree at once." };
  expect(await inLanguage("fr", () => readSettingsInLanguage(db))).toMatchObject(english);
  expect(await readSettingsInLanguage(db)).toMatchObject(english);
});

test("what the owner has not changed is the shop's own text, whose English is the default", () => {
  expect(t("legal.consent")).toBe(defaultSettings.consentText);
  expect(t("legal.withdrawalNotice")).toBe(defaultSettings.withdrawalText);
});

test("an emptied text is none; a form of an earlier version changes nothing", async () => {
  const first = await store({ termsText: "Condiciones", "package.2": "Un comienzo" }, 0);
  expect(first.ok).toBe(true);
  const { version } = await readOwnTexts(db, "es");
  expect(await store({ termsText: "Otras" }, 0)).toEqual({ ok: false, error: "stale" });
  expect(await store({ termsText: "", "package.2": "Un comienzo" }, version)).toEqual({
    ok: true,
    value: { before: { termsText: "Condiciones" }, after: { termsText: "" } },
  });
  expect(await readOwnerTexts(db)).toEqual({ es: { "package.2": "Un comienzo" } });
});
