import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type AccountKey, addressAt } from "#shop/payments/wallet/address.ts";
import { chainOutputs } from "#shop/payments/tables.ts";

/**
 * Scans as a wallet does (BIP 44, address gap limit): from index 0 until this many addresses in a row have no
 * confirmed money. Returns the addresses with money that it finds.
 */
export async function walletFinds(
  db: Db,
  key: AccountKey,
  gapLimit: number,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let index = 0, unused = 0; unused < gapLimit; index += 1) {
    const address = addressAt(key, index);
    const money = await db.$count(
      chainOutputs,
      and(eq(chainOutputs.address, address), eq(chainOutputs.state, "confirmed")),
    );
    if (money > 0) found.add(address);
    unused = money > 0 ? 0 : unused + 1;
  }
  return found;
}
