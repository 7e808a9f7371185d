import { randomUUID } from "node:crypto";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { packages } from "./tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { kindOf } from "./goods.ts";
import type { PackageValues, Placement } from "./package.ts";
import { conflictsOf, type RowEdit, type RowErrors } from "./package-rows.ts";

/** Expected errors of a change. `stale`: the package or the grid has changed since it was shown. */
export type PackageError = "forbidden" | "not-found" | "stale";

type StoredPackage = typeof packages.$inferSelect;

interface Change {
  actor: Actor;
  now: Date;
}

interface PackageChange extends Change {
  id: string;
  /** The version that the administrator saw. */
  version: number;
}

/** Adds a package at the end of the grid; returns its id. */
export async function createPackage(
  db: Db,
  change: Change & { values: PackageValues },
): Promise<Result<string, "forbidden">> {
  const { values, now } = change;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, change.actor))) return err("forbidden");
    const position = nextPosition(await lockCatalog(tx));
    const id = await insertWithFreeId(tx, { ...values, position, createdAt: now, updatedAt: now });
    await audit(tx, change, "package.created", id, { ...values });
    return ok(id);
  });
}

/** Changes the values of a package, whose kind stays. Orders and open checkouts have their own copy. */
export async function updatePackage(
  db: Db,
  change: PackageChange & { values: PackageValues },
): Promise<Result<void, PackageError>> {
  return changePackage(db, change, async (tx, before) => {
    if (kindOf(change.values) !== before.kind) return err("stale");
    await write(tx, before.id, change.values, change.now);
    await audit(tx, change, "package.updated", before.id, {
      before: valuesOf(before),
      after: change.values,
    });
    return ok(undefined);
  });
}

/**
 * Saves the edits of the table, one audit entry for each package. Where a field was changed by somebody else since it
 * was shown, or its package deleted, nothing is saved and each of these fields has an error.
 */
export async function updatePackageRows(
  db: Db,
  change: Change & { edits: readonly RowEdit[] },
): Promise<Result<void, "forbidden" | RowErrors>> {
  const { edits, now } = change;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, change.actor))) return err("forbidden");
    const all = await lockCatalog(tx);
    const found = edits.map((edit) => ({ edit, row: all.find(({ id }) => id === edit.id) }));
    const conflicts = found.flatMap(({ edit, row }) => {
      const errors = conflictsOf(edit, row ?? null);
      return errors ? [[edit.id, errors] as const] : [];
    });
    if (conflicts.length > 0) return err(Object.fromEntries(conflicts));
    let position = nextPosition(all);
    for (const { edit, row } of found) {
      if (!row) continue;
      const { price = row.priceCents, onSale = row.placement !== "off", ...values } = edit.values;
      const { cost = row.costCents, ...others } = values;
      const placement = !onSale ? "off" : row.placement === "off" ? "grid" : row.placement;
      const after: Partial<StoredPackage> = {
        priceCents: price,
        costCents: cost,
        placement,
        ...others,
      };
      const names = Object.keys(after) as (keyof typeof after)[];
      const changed = names.filter((name) => after[name] !== row[name]);
      if (changed.length === 0) continue;
      const pick = (from: Partial<StoredPackage>) =>
        Object.fromEntries(changed.map((name) => [name, from[name]]));
      const moved = changed.includes("placement") ? { position: position++ } : {};
      await write(tx, row.id, { ...pick(after), ...moved }, now);
      const data = { before: pick(row), after: pick(after) };
      await audit(tx, change, "package.updated", row.id, data);
    }
    return ok(undefined);
  });
}

/** Deletes a package. The row remains for the audit log. */
export async function deletePackage(
  db: Db,
  change: PackageChange,
): Promise<Result<void, PackageError>> {
  return changePackage(db, change, async (tx, before) => {
    await write(tx, before.id, { deletedAt: change.now }, change.now);
    await audit(tx, change, "package.deleted", before.id, valuesOf(before));
    return ok(undefined);
  });
}

/**
 * Places a package in the grid, as the promotion, or nowhere. The previous promotion moves to the end of the grid. Only
 * coins can be promoted.
 */
export async function placePackage(
  db: Db,
  change: PackageChange & { placement: Placement },
): Promise<Result<void, PackageError>> {
  const { placement, now } = change;
  return changePackage(db, change, async (tx, before, all) => {
    if (before.placement === placement) return ok(undefined);
    if (placement === "promotion" && before.kind !== "coins") return err("stale");
    let position = nextPosition(all);
    const replaced = placement === "promotion" ? all.filter(isPromotion) : [];
    for (const { id } of replaced) {
      await write(tx, id, { placement: "grid", position }, now);
      position += 1;
    }
    await write(tx, before.id, { placement, position }, now);
    await audit(tx, change, "package.moved", before.id, {
      from: before.placement,
      to: placement,
      ...(replaced.length > 0 && { replaced: replaced.map(({ id }) => id) }),
    });
    return ok(undefined);
  });
}

/** Moves a package to a position of the grid, from 0. `seen` are the ids of the grid that the administrator saw. */
export async function movePackage(
  db: Db,
  change: Change & { id: string; position: number; seen: readonly string[] },
): Promise<Result<void, PackageError>> {
  const { id, position, seen, now } = change;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, change.actor))) return err("forbidden");
    const grid = (await lockCatalog(tx)).filter((row) => row.placement === "grid");
    const from = grid.findIndex((row) => row.id === id);
    if (from < 0) return err("not-found");
    if (grid.map((row) => row.id).join(" ") !== seen.join(" ")) return err("stale");
    const to = Math.max(0, Math.min(grid.length - 1, position));
    if (from === to) return ok(undefined);
    const moved = grid.toSpliced(from, 1).toSpliced(to, 0, ...grid.slice(from, from + 1));
    // Versions do not change, so that a move does not make concurrent edits stale.
    for (const [index, row] of moved.entries())
      await tx.update(packages).set({ position: index }).where(eq(packages.id, row.id));
    await audit(tx, { ...change, now }, "package.moved", id, { from, to });
    return ok(undefined);
  });
}

/** Runs a change of a package at the expected version, with the catalog locked. */
async function changePackage(
  db: Db,
  { id, version, actor }: PackageChange,
  work: (
    tx: Db,
    before: StoredPackage,
    all: readonly StoredPackage[],
  ) => Promise<Result<void, PackageError>>,
): Promise<Result<void, PackageError>> {
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const all = await lockCatalog(tx);
    const before = all.find((row) => row.id === id);
    if (!before) return err("not-found");
    if (before.version !== version) return err("stale");
    return work(tx, before, all);
  });
}

/** Locks all packages until the transaction ends; returns those that are not deleted, in order. */
async function lockCatalog(tx: Db): Promise<StoredPackage[]> {
  await tx.execute(sql`lock table ${packages} in share row exclusive mode`);
  return tx
    .select()
    .from(packages)
    .where(isNull(packages.deletedAt))
    .orderBy(asc(packages.position), asc(packages.id));
}

function isPromotion(row: StoredPackage): boolean {
  return row.placement === "promotion";
}

function nextPosition(rows: readonly StoredPackage[]): number {
  return Math.max(-1, ...rows.map((row) => row.position)) + 1;
}

async function insertWithFreeId(
  tx: Db,
  values: Omit<typeof packages.$inferInsert, "id">,
): Promise<string> {
  // Of 16^8 ids, collisions are rare.
  for (let draw = 0; draw < 5; draw += 1) {
    const id = randomUUID().slice(0, 8);
    const rows = await tx
      .insert(packages)
      .values({ id, ...values })
      .onConflictDoNothing()
      .returning({ id: packages.id });
    if (rows.length > 0) return id;
  }
  throw new Error("no free id for a package");
}

async function write(
  tx: Db,
  id: string,
  values: Partial<typeof packages.$inferInsert>,
  now: Date,
): Promise<void> {
  await tx
    .update(packages)
    .set({ ...values, updatedAt: now, version: sql`${packages.version} + 1` })
    .where(and(eq(packages.id, id), isNull(packages.deletedAt)));
}

function valuesOf(row: StoredPackage): PackageValues {
  const { kind, coins, valueCents, priceCents, discount, popular, description } = row;
  const values = { coins, priceCents, discount, popular, description };
  return kind === "coins" ? values : { ...values, kind, valueCents: valueCents ?? 0 };
}

async function audit(
  tx: Db,
  { actor, now }: Change,
  action: AuditAction,
  subjectId: string,
  data: object,
): Promise<void> {
  await recordAudit(tx, { actor, action, subject: "package", subjectId, data: { ...data }, now });
}
