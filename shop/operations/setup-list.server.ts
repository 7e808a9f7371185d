import { randomUUID } from "node:crypto";
import { count, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type Result, err, ok } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { countSamplesForSale, listPackages } from "../catalog/packages.server.ts";
import { accountAddress } from "../mail/addresses.ts";
import { enqueueMail } from "../mail/mails.server.ts";
import { mails } from "../mail/tables.ts";
import { orders } from "../orders/tables.ts";
import { defaultSettings, type Settings } from "../settings/settings.ts";
import { readForms, storeSettings } from "../settings/settings.server.ts";
import { settings as settingRows } from "../settings/tables.ts";
import { saveSettings } from "../settings-changes/save-settings.server.ts";
import type { LastBackup } from "./system-state.ts";

/** The last test mail. */
interface TestMailState {
  to: string;
  /** When the mail server accepted it. */
  sentAt: Date | null;
  /** Why the last attempt failed. */
  error: string | null;
}

/** What the set-up list of a new live shop shows. */
export interface SetupList {
  shop: { done: boolean; name: string; supportEmail: string };
  /** `samples` of those on sale have never been saved or moved: a shop of an older version began with them. */
  packages: { done: boolean; onSale: number; samples: number };
  wallet: { done: boolean };
  mail: { done: boolean; last: TestMailState | null };
  backup: { done: boolean; at: Date | null };
  legal: { done: boolean };
  purchase: { done: boolean; orders: number };
}

interface Change {
  actor: Actor;
  now: Date;
}

/** `stale`: another administrator changed the list at the same moment. */
type Saved = Result<void, "forbidden" | "stale">;

/** Opens the set-up list of a shop without orders. One that has sold already is not disturbed by it. */
export async function openSetupList(db: Db, now: Date): Promise<void> {
  const [order] = await db.select({ id: orders.id }).from(orders).limit(1);
  if (order) return;
  await db
    .insert(settingRows)
    .values({ name: "setupList", value: "open", updatedAt: now })
    .onConflictDoNothing();
}

/** Reads the set-up list; null if it is hidden, or once everything in it is done. */
export async function readSetupList(
  db: Db,
  {
    settings,
    walletConfirmed,
    lastBackup,
  }: { settings: Settings; walletConfirmed: boolean; lastBackup: LastBackup | null },
): Promise<SetupList | null> {
  if (settings.setupList !== "open") return null;
  const [{ grid, promotion }, samples, [counts], last] = await Promise.all([
    listPackages(db),
    countSamplesForSale(db),
    db.select({ orders: count(), paid: count(orders.settledAt) }).from(orders),
    readTestMail(db, settings.testMail),
  ]);
  const onSale = grid.length + (promotion ? 1 : 0);
  const completeAt = lastBackup?.completeAt ?? null;
  const { shopName, supportEmail, termsText, privacyText } = settings;
  const list: SetupList = {
    shop: {
      done: supportEmail !== defaultSettings.supportEmail,
      name: shopName,
      supportEmail,
    },
    packages: { done: onSale > 0 && samples === 0, onSale, samples },
    wallet: { done: walletConfirmed },
    mail: { done: last?.sentAt != null, last },
    backup: { done: completeAt !== null, at: completeAt },
    legal: { done: settings.legalRead || (termsText !== "" && privacyText !== "") },
    purchase: { done: (counts?.paid ?? 0) > 0, orders: counts?.orders ?? 0 },
  };
  if (Object.values(list).some(({ done }) => !done)) return list;
  // For good: a package that is taken off sale later does not bring the list back.
  await db.update(settingRows).set({ value: "hidden" }).where(eq(settingRows.name, "setupList"));
  return null;
}

async function readTestMail(db: Db, key: string): Promise<TestMailState | null> {
  if (!key) return null;
  const [mail] = await db
    .select({ to: mails.to, sentAt: mails.sentAt, error: mails.lastError })
    .from(mails)
    .where(eq(mails.key, key));
  return mail ?? null;
}

/** Hides the list for all administrators. */
export async function hideSetupList(db: Db, change: Change): Promise<Saved> {
  return saveSetup(db, { setupList: "hidden" }, change);
}

/** Records that an administrator has read the legal pages. */
export async function markLegalRead(db: Db, change: Change): Promise<Saved> {
  return saveSetup(db, { legalRead: true }, change);
}

async function saveSetup(db: Db, values: Partial<Settings>, change: Change): Promise<Saved> {
  const { versions } = await readForms(db);
  const setup = { group: "setup", values, version: versions.setup, ...change } as const;
  const saved = await saveSettings(db, setup);
  if (saved.ok) return saved;
  if (saved.error === "unknown-time-zone") throw new Error("the set-up list has no time zone");
  return err(saved.error);
}

/** Sends a test mail to the administrator through the outbox. Each has a key, and so a Message-ID, of its own. */
export async function sendTestMail(db: Db, { actor, now }: Change): Promise<Saved> {
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const { versions } = await readForms(tx);
    const testMail = `test-mail:${randomUUID()}`;
    const stored = await storeSettings(tx, {
      group: "setup",
      values: { testMail },
      version: versions.setup,
      now,
    });
    if (!stored.ok) return stored;
    await enqueueMail(tx, {
      key: testMail,
      to: accountAddress(actor),
      message: { template: "test-mail" },
      now,
    });
    await recordAudit(tx, {
      actor,
      action: "mail.tested",
      subject: "mail",
      subjectId: actor.email,
      data: {},
      now,
    });
    return ok(undefined);
  });
}
