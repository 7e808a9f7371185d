import { eq } from "drizzle-orm";
import type { TeamRole } from "#shop/accounts/account.ts";
import { users } from "#shop/accounts/tables.ts";
import type { TestApp } from "./open-app.ts";

/** Registers an account with a role of the team, and signs it in. */
export async function teamMember(
  app: TestApp,
  role: TeamRole,
): Promise<Awaited<ReturnType<TestApp["account"]>>> {
  const account = await app.account();
  await app.db.update(users).set({ role }).where(eq(users.email, account.email));
  return account;
}
