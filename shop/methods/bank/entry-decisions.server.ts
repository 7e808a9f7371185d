import { eq } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { statementEntries } from "../tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { mayChange } from "#shop/accounts/admins.server.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { recordAudit } from "#shop/audit/audit.server.ts";
import type { PaymentPolicy } from "#shop/payments/model/payment.ts";
import { recordReceipt } from "../record-receipt.server.ts";
import { bookedAt } from "./dates.ts";
import type { EntryState } from "./matching.ts";
import { proposalsFor } from "./proposals.server.ts";

type StoredEntry = typeof statementEntries.$inferSelect;

/** Expected errors of decisions about an entry; `stale` if another administrator has already decided. */
export type EntryError = "forbidden" | "not-found" | "stale";

interface DecisionInput {
  actor: Actor;
  policy: PaymentPolicy;
  now: Date;
}

/** Records an entry as a receipt for an order, or with null as an unassigned receipt, which waits in the review. */
export async function recordEntry(
  db: Db,
  input: DecisionInput & { reference: string; orderId: string | null },
): Promise<Result<void, EntryError | "no-order" | "known">> {
  return db.transaction(async (tx) => {
    const found = await lockEntry(tx, input, "new");
    return found.ok ? record(tx, found.value, input.orderId, input) : found;
  });
}

/**
 * Records entries as receipts for their proposed orders, each in a transaction of its own. Skips those whose proposal
 * no longer holds. Returns how many were recorded and how many were skipped.
 */
export async function confirmEntries(
  db: Db,
  input: DecisionInput & { pairs: readonly { reference: string; orderId: string }[] },
): Promise<Result<{ recorded: number; left: number }, "forbidden">> {
  let recorded = 0;
  for (const { reference, orderId } of input.pairs) {
    const done = await db.transaction(async (tx) => {
      const found = await lockEntry(tx, { ...input, reference }, "new");
      if (!found.ok) return found;
      const proposal = (await proposalsFor(tx, [found.value])).get(reference);
      if (!proposal?.certain || proposal.orderId !== orderId) return err("stale");
      return record(tx, found.value, orderId, input);
    });
    if (done.ok) recorded += 1;
    else if (done.error === "forbidden") return err("forbidden");
  }
  return ok({ recorded, left: input.pairs.length - recorded });
}

/** Marks an entry as ignored because it is not a payment for an order, or undoes that. */
export async function setEntryIgnored(
  db: Db,
  input: { reference: string; ignored: boolean; actor: Actor; now: Date },
): Promise<Result<void, EntryError>> {
  const { reference, ignored, actor, now } = input;
  return db.transaction(async (tx) => {
    const found = await lockEntry(tx, input, ignored ? "new" : "ignored");
    if (!found.ok) return found;
    const { cents, currency, payer } = found.value;
    await setState(tx, reference, { state: ignored ? "ignored" : "new" });
    await recordAudit(tx, {
      actor,
      action: ignored ? "bank.ignored" : "bank.taken-back",
      subject: "bank",
      subjectId: reference,
      data: { cents, currency, payer },
      now,
    });
    return ok(undefined);
  });
}

async function record(
  tx: Db,
  entry: StoredEntry,
  orderId: string | null,
  { actor, policy, now }: DecisionInput,
): Promise<Result<void, "forbidden" | "no-order" | "known">> {
  const { reference, cents, currency, bookedOn, payer, purpose } = entry;
  const receipt = await recordReceipt(tx, {
    orderId,
    money: {
      method: "bank_transfer",
      reference,
      cents,
      currency,
      receivedAt: bookedAt(bookedOn, now),
      details: [payer, purpose].filter(Boolean).join("\n"),
    },
    actor,
    policy,
    now,
  });
  if (!receipt.ok) return receipt;
  await setState(tx, reference, { state: "recorded", receiptId: receipt.value.id });
  return ok(undefined);
}

async function setState(
  tx: Db,
  reference: string,
  values: { state: EntryState; receiptId?: number },
): Promise<void> {
  await tx.update(statementEntries).set(values).where(eq(statementEntries.reference, reference));
  await notify(tx, CHANGES_CHANNEL, "reviews");
}

/** Locks an entry and returns it, if it is in this state and the actor may decide about it. */
async function lockEntry(
  tx: Db,
  { reference, actor }: { reference: string; actor: Actor },
  state: EntryState,
): Promise<Result<StoredEntry, EntryError>> {
  if (!(await mayChange(tx, actor, "payments"))) return err("forbidden");
  const [entry] = await tx
    .select()
    .from(statementEntries)
    .where(eq(statementEntries.reference, reference))
    .for("update");
  if (!entry) return err("not-found");
  return entry.state === state ? ok(entry) : err("stale");
}
