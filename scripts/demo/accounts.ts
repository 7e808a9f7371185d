import type { Db } from "#db/client.server.ts";
import { adminCount, identities, users } from "#shop/accounts/tables.ts";
import {
  DEMO_ACCOUNT,
  REFERRAL_CODE_ALPHABET,
  REFERRAL_CODE_LENGTH,
} from "#shop/accounts/account.ts";
import { hashPassword } from "#shop/accounts/passwords.server.ts";
import { reconcileUser } from "#shop/loyalty/loyalty.server.ts";
import type { SeededRandom } from "./random.ts";
import type { Buyer } from "./buyers.ts";

/** The administrator of the demo shop. */
export const demoAdmin = {
  id: `${DEMO_ACCOUNT}admin`,
  name: "Robin Aker",
  email: "robin@satchel.example",
};
export const demoPassword = "satchel demo";

/** Inserts the administrator and the registered buyers; a fifth of them has a referrer. */
export async function insertAccounts(
  db: Db,
  buyers: readonly Buyer[],
  { random, until }: { random: SeededRandom; until: Date },
): Promise<void> {
  const referralCode = () => random.text(REFERRAL_CODE_LENGTH, REFERRAL_CODE_ALPHABET);
  const registered = buyers.flatMap((buyer, i) =>
    buyer.registeredAt
      ? [
          {
            id: `${DEMO_ACCOUNT}${i}`,
            name: buyer.name,
            email: buyer.email,
            createdAt: buyer.registeredAt,
          },
        ]
      : [],
  );
  const rows: (typeof users.$inferInsert)[] = registered.map((user, i) => ({
    ...user,
    emailVerified: true,
    referralCode: referralCode(),
    referredBy:
      i > 0 && random.withProbability(0.2)
        ? (registered[random.between(0, i - 1)]?.id ?? null)
        : null,
    updatedAt: user.createdAt,
  }));
  const admin = {
    ...demoAdmin,
    emailVerified: true,
    role: "admin" as const,
    referralCode: referralCode(),
    createdAt: buyers[0]?.registeredAt ?? until,
  };
  await db.insert(users).values([admin, ...rows]);
  await db.insert(adminCount).values({ count: 1, lastUpdated: until });
  await db.insert(identities).values({
    id: "demo-admin",
    userId: admin.id,
    providerId: "credential",
    accountId: admin.id,
    password: await hashPassword(demoPassword),
  });
  for (const { id } of rows) await reconcileUser(db, id, until);
}
