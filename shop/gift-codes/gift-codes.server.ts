import { createHash } from "node:crypto";
import { and, count, desc, eq, gt, isNull, or } from "drizzle-orm";
import { type Db, startOfDay } from "#db/client.server.ts";
import { addDays } from "#lib/days.ts";
import { formatUsd } from "#lib/money.ts";
import { randomText } from "#lib/random.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { addCredit } from "../credit/credit.server.ts";
import { readSettings } from "../settings/settings.server.ts";
import {
  formatGiftCode,
  GIFT_CODE_ALPHABET,
  GIFT_CODE_LENGTH,
  type GiftBatch,
  type GiftBatchValues,
  normalizeGiftCode,
} from "./gift-code.ts";
import { giftBatches, giftCodes } from "./tables.ts";

interface Change {
  actor: Actor;
  now: Date;
}

/** Codes that were just issued. Only here are their texts: the shop stores digests. */
export interface IssuedCodes {
  codes: string[];
  valueCents: number;
}

/** Draws a code: as a person reads it, and the digest that is stored. */
export function drawGiftCode(): { text: string; digest: string } {
  const code = randomText(GIFT_CODE_LENGTH, GIFT_CODE_ALPHABET);
  return { text: formatGiftCode(code), digest: digestOf(code) };
}

/** Issues codes. `formKey` is that of the form, which issues them once: `repeated` if it did. */
export async function issueGiftCodes(
  db: Db,
  { values, formKey, actor, now }: Change & { values: GiftBatchValues; formKey: string },
): Promise<Result<IssuedCodes, "forbidden" | "repeated">> {
  const { valueCents, count: wanted, lastDay, note } = values;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const { timeZone } = await readSettings(tx);
    const [batch] = await tx
      .insert(giftBatches)
      .values({
        valueCents,
        count: wanted,
        note,
        endsAt: lastDay === null ? null : startOfDay(addDays(lastDay, 1), timeZone),
        createdAt: now,
        createdBy: actor.email,
        formKey,
      })
      .onConflictDoNothing()
      .returning();
    if (!batch) return err("repeated");
    const codes = Array.from({ length: wanted }, drawGiftCode);
    await tx.insert(giftCodes).values(codes.map(({ digest }) => ({ batchId: batch.id, digest })));
    await recordAudit(tx, {
      actor,
      action: "gift-code.issued",
      subject: "gift-code",
      subjectId: nameOf(batch),
      data: { count: wanted, valueCents, ...(lastDay && { lastDay }), ...(note && { note }) },
      now,
    });
    return ok({ codes: codes.map(({ text }) => text), valueCents });
  });
}

/** Withdraws the codes of a batch that were not redeemed. */
export async function withdrawGiftCodes(
  db: Db,
  { batchId, actor, now }: Change & { batchId: number },
): Promise<Result<void, "forbidden" | "not-found">> {
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const [batch] = await tx
      .update(giftBatches)
      .set({ withdrawnAt: now })
      .where(
        and(
          eq(giftBatches.id, batchId),
          isNull(giftBatches.withdrawnAt),
          isNull(giftBatches.orderId),
        ),
      )
      .returning();
    if (!batch) return err("not-found");
    const left = and(eq(giftCodes.batchId, batchId), isNull(giftCodes.redeemedAt));
    const data = { count: await tx.$count(giftCodes, left) };
    const subjectId = nameOf(batch);
    const action = "gift-code.withdrawn";
    await recordAudit(tx, { actor, action, subject: "gift-code", subjectId, data, now });
    return ok(undefined);
  });
}

/** Lists the batches that administrators issued, newest first. */
export async function listGiftBatches(db: Db): Promise<GiftBatch[]> {
  const redeemed = db
    .select({ batchId: giftCodes.batchId, codes: count(giftCodes.redeemedAt).as("codes") })
    .from(giftCodes)
    .groupBy(giftCodes.batchId)
    .as("redeemed");
  const rows = await db
    .select({ batch: giftBatches, redeemed: redeemed.codes })
    .from(giftBatches)
    .innerJoin(redeemed, eq(redeemed.batchId, giftBatches.id))
    .where(isNull(giftBatches.orderId))
    .orderBy(desc(giftBatches.id));
  return rows.map(
    ({ batch: { formKey: _, orderId: _order, replaced: _replaced, ...batch }, ...row }) => ({
      ...batch,
      ...row,
    }),
  );
}

/**
 * Redeems a typed code: its value becomes credit of the account. Returns the value in cents. The error says nothing about
 * the code, and every code that is refused takes the same statement.
 */
export async function redeemGiftCode(
  db: Db,
  { code, userId, now }: { code: string; userId: string; now: Date },
): Promise<Result<number, "unusable">> {
  const digest = digestOf(normalizeGiftCode(code));
  return db.transaction(async (tx) => {
    const [redeemed] = await tx
      .update(giftCodes)
      .set({ redeemedBy: userId, redeemedAt: now })
      .from(giftBatches)
      .where(
        and(
          eq(giftCodes.digest, digest),
          isNull(giftCodes.redeemedAt),
          eq(giftBatches.id, giftCodes.batchId),
          isNull(giftBatches.withdrawnAt),
          or(isNull(giftBatches.endsAt), gt(giftBatches.endsAt, now)),
        ),
      )
      .returning({ id: giftCodes.id, cents: giftBatches.valueCents });
    if (!redeemed) return err("unusable");
    const { id, cents } = redeemed;
    await addCredit(tx, { userId, kind: "gift-code", cents, onceKey: `gift-code:${id}`, now });
    return ok(cents);
  });
}

/** Returns the digest of a code. With 80 random bits it needs neither salt nor a slow hash. */
function digestOf(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}

/** Names a batch in the audit log. */
function nameOf({ id, count: codes, valueCents }: typeof giftBatches.$inferSelect): string {
  return `#${id} (${codes} × ${formatUsd(valueCents)})`;
}
