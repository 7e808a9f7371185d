import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { auditLog } from "../audit/tables.ts";
import { resetPassword } from "./reset-password.server.ts";
import { sessions, twoFactors, users } from "./tables.ts";
import { createTestAuth } from "./test-auth.ts";
import { unlockAccount } from "./unlock.server.ts";

describeOnBothDatabases("an account that is unlocked on the server", (openFresh) => {
  test("has no second factor and no session, and a link for a new password", async () => {
    const { db, close } = await openFresh();
    const email = "owner@example.com";
    const body = { name: "Robin Aker", email, password: "correct horse battery" };
    const { user } = await createTestAuth(db).api.signUpEmail({ body });
    await db.update(users).set({ emailVerified: true, twoFactorEnabled: true });
    await db
      .insert(twoFactors)
      .values({ id: "a", userId: user.id, secret: "sealed", backupCodes: "sealed" });
    const now = new Date();

    expect(await unlockAccount(db, { email: "nobody@example.com", now })).toBeNull();
    expect(await db.$count(sessions)).toBe(1);

    const token = await unlockAccount(db, { email: "Owner@Example.com", now });
    expect(await db.$count(twoFactors)).toBe(0);
    expect(await db.$count(sessions)).toBe(0);
    expect(await db.select().from(auditLog)).toMatchObject([
      { action: "customer.unlocked", subjectId: email },
    ]);
    expect(await resetPassword(db, { token: token ?? "", hash: "x", now })).toMatchObject({
      email,
    });
    const [after] = await db.select().from(users).where(eq(users.id, user.id));
    expect(after).toMatchObject({ emailVerified: true, twoFactorEnabled: false });
    await close();
  });
});
