import { createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { twoFactors } from "./tables.ts";
import { createHmac } from "node:crypto";

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Codes of the neighbouring steps are accepted too, because clocks differ. The same window as Better Auth's. */
const WINDOW = [-1, 0, 1];

/**
 * Returns a hook for Better Auth's two-factor plugin that makes each code of an authenticator app valid once (RFC 6238,
 * section 5.2). It takes the code's step before the plugin checks the code. A code whose step is used reaches the plugin
 * empty, so that it counts as a wrong one.
 */
export function singleUseCodes(db: Db) {
  return {
    matcher: ({ path }: { path?: string }) => path === "/two-factor/verify-totp",
    handler: createAuthMiddleware(async (ctx) => {
      const userId = await userIdOf(ctx);
      // Better Auth rejects a request without session and pending sign-in.
      if (!userId) return;
      const { code } = ctx.body as { code: string };
      const step = await stepOf(db, ctx, { userId, code, now: new Date() });
      if (step !== null && (await claimStep(db, userId, step))) return;
      return { context: { body: { code: "" } } };
    }),
  };
}

/** Returns the user of the session, or of the pending sign-in, as Better Auth does. */
export async function userIdOf(ctx: Context): Promise<string | null> {
  const session = await getSessionFromCtx(ctx);
  if (session) return session.user.id;
  const { context } = ctx;
  const { name } = context.createAuthCookie("two_factor");
  const pending = await ctx.getSignedCookie(name, context.secret);
  const found = pending ? await context.internalAdapter.findVerificationValue(pending) : null;
  return found?.value ?? null;
}

/** Returns the step for which the user's app shows this code; null for a wrong or expired code. */
async function stepOf(
  db: Db,
  { context }: Context,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<number | null> {
  const [row] = await db
    .select({ secret: twoFactors.secret })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId));
  if (!row) return null;
  const key = await symmetricDecrypt({ key: context.secretConfig, data: row.secret });
  const current = totpStep(now);
  const steps = WINDOW.map((offset) => current + offset);
  return steps.find((step) => totpCode(key, step) === code) ?? null;
}

/** Stores a step as the last one used; false if it, or a later one, was used before. */
async function claimStep(db: Db, userId: string, step: number): Promise<boolean> {
  const claimed = await db
    .update(twoFactors)
    .set({ lastStep: step })
    .where(
      and(
        eq(twoFactors.userId, userId),
        or(isNull(twoFactors.lastStep), lt(twoFactors.lastStep, step)),
      ),
    )
    .returning({ id: twoFactors.id });
  return claimed.length > 0;
}

/** The seconds for which an authenticator app shows a code. */
const PERIOD_SECONDS = 30;

/** Returns the time step of a moment: the number of periods since 1970 (RFC 6238, section 4.2). */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1000 / PERIOD_SECONDS);
}

/** Computes the code of 6 digits for a step: HMAC-SHA-1, truncated (RFC 4226, section 5.3; RFC 6238). */
export function totpCode(key: string | Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
