import { and, desc, eq, isNull, lt, or } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { apiKeys } from "./tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isUuid } from "#lib/text.ts";
import { mayHaveScope } from "../accounts/access.ts";
import type { Role } from "../accounts/account.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import { users } from "../accounts/tables.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import {
  type ApiKey,
  apiKeyLifetimes,
  type ApiKeyState,
  apiKeyState,
  type ApiKeyValues,
  type ApiScope,
  type ListedApiKey,
  KEY_ACTOR,
} from "./api-key.ts";
import { prefixOf, digestOf, isKeyText, newKeyText } from "./key-text.server.ts";
import { addMs, DAY_MS, MINUTE_MS } from "#lib/time.ts";

/** `lastUsedAt` is updated at most this often. */
const USE_INTERVAL_MS = MINUTE_MS;

interface Change {
  actor: Actor;
  now: Date;
}

/** Lists all keys, also revoked and expired ones, newest first. */
export async function listApiKeys(db: Db, now: Date): Promise<ListedApiKey[]> {
  const rows = await selectKeys(db).orderBy(desc(apiKeys.createdAt), apiKeys.id);
  return rows.map((row) => {
    const { key, role } = limitedToCreator(row);
    return { ...key, state: apiKeyState(key, role, now) };
  });
}

/** Creates a key. Only the returned value has its text, which is not stored. */
export async function createApiKey(
  db: Db,
  change: Change & { values: ApiKeyValues; mode: "sandbox" | "live" },
): Promise<Result<{ key: ApiKey; text: string }, "forbidden">> {
  const { values, mode, actor, now } = change;
  const { name, scopes, lifetime } = values;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const text = newKeyText(mode);
    const days = apiKeyLifetimes[lifetime];
    const [stored] = await tx
      .insert(apiKeys)
      .values({
        name,
        scopes,
        digest: digestOf(text),
        prefix: prefixOf(text),
        createdAt: now,
        createdBy: actor.email,
        creatorId: actor.id,
        expiresAt: days === null ? null : addMs(now, days * DAY_MS),
      })
      .returning();
    if (!stored) throw new Error("the API key was not stored");
    const { digest: _, creatorId: _id, ...key } = stored;
    const { prefix, expiresAt } = key;
    await recordAudit(tx, {
      actor,
      action: "api-key.created",
      subject: "api-key",
      subjectId: name,
      data: { beginning: prefix, rights: scopes, goodUntil: expiresAt?.toISOString() ?? "revoked" },
      now,
    });
    return ok({ key, text });
  });
}

/** Revokes a key. */
export async function revokeApiKey(
  db: Db,
  { id, actor, now }: Change & { id: string },
): Promise<Result<void, "forbidden" | "not-found" | "unchanged">> {
  if (!isUuid(id)) return err("not-found");
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const [key] = await tx.select().from(apiKeys).where(eq(apiKeys.id, id)).for("update");
    if (!key) return err("not-found");
    if (key.revokedAt) return err("unchanged");
    await tx.update(apiKeys).set({ revokedAt: now }).where(eq(apiKeys.id, id));
    await recordAudit(tx, {
      actor,
      action: "api-key.revoked",
      subject: "api-key",
      subjectId: key.name,
      data: { beginning: key.prefix },
      now,
    });
    return ok(undefined);
  });
}

/** Why a key is not accepted. */
export type ApiKeyError = "unknown" | Exclude<ApiKeyState, "active">;

/** Returns the active key with this text, and records its use. */
export async function findApiKey(
  db: Db,
  text: string,
  now: Date,
): Promise<Result<ApiKey, ApiKeyError>> {
  if (!isKeyText(text)) return err("unknown");
  const [stored] = await selectKeys(db).where(eq(apiKeys.digest, digestOf(text)));
  if (!stored) return err("unknown");
  const { key, role } = limitedToCreator(stored);
  const state = apiKeyState(key, role, now);
  if (state !== "active") return err(state);
  await recordUse(db, key, now);
  return ok(key);
}

/** Selects keys with the users who created them. */
function selectKeys(db: Db) {
  return db
    .select({ stored: apiKeys, role: users.role, blockedAt: users.blockedAt })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.creatorId));
}

type KeyRow = Awaited<ReturnType<typeof selectKeys>>[number];

/** Returns a key with the scopes that its creator's role has now, and that role: of a customer where they are gone. */
function limitedToCreator({ stored, ...creator }: KeyRow): { key: ApiKey; role: Role } {
  const { digest: _, creatorId: _id, ...key } = stored;
  const role = creator.blockedAt === null && creator.role ? creator.role : "customer";
  return { key: { ...key, scopes: key.scopes.filter((scope) => mayHaveScope(role, scope)) }, role };
}

async function recordUse(
  db: Db,
  { id, lastUsedAt }: Pick<ApiKey, "id" | "lastUsedAt">,
  now: Date,
): Promise<void> {
  const before = addMs(now, -USE_INTERVAL_MS);
  if (lastUsedAt && lastUsedAt >= before) return;
  // The condition is repeated, because concurrent requests have read the same value.
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, before))));
}

/** Returns the actor of a request with this key. */
export function actorOfKey({ id, name }: Pick<ApiKey, "id" | "name">, ip: string | null): Actor {
  return { id, email: `${KEY_ACTOR}${name}`, ip };
}

/** Returns whether the key is active and has the scope. Every service function for the API checks it. */
export async function hasScope(tx: Db, { actor, now }: Change, scope: ApiScope): Promise<boolean> {
  if (actor.id === null || !isUuid(actor.id)) return false;
  const [row] = await selectKeys(tx).where(eq(apiKeys.id, actor.id));
  if (!row) return false;
  const { key, role } = limitedToCreator(row);
  return apiKeyState(key, role, now) === "active" && key.scopes.includes(scope);
}

/** Revokes all keys after a restore, since some may have been revoked since the backup; returns how many. */
export async function revokeEveryKey(tx: Db, now: Date): Promise<number> {
  const revoked = await tx
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(isNull(apiKeys.revokedAt))
    .returning({ id: apiKeys.id });
  return revoked.length;
}
