import type { Db } from "#db/client.server.ts";
import { err, type Result } from "#lib/result.ts";
import {
  type BoughtCode,
  readBoughtCode,
  resendGiftCode,
} from "#shop/fulfilment/gift-order.server.ts";
import type { Role } from "#shop/accounts/account.ts";
import { giftEmailField } from "#shop/checkouts/buyer.ts";
import type { Change, OrderChangeError } from "#shop/orders/order-changes.server.ts";
import type { OrderActionData, PanelOrder } from "./panel-order.ts";

/** Returns what became of an order's gift code; null for orders without one, and for others than the owner. */
export async function readShownCode(
  db: Db,
  order: Pick<PanelOrder, "id" | "packageKind">,
  { role }: { role: Role },
): Promise<BoughtCode | null> {
  if (order.packageKind !== "gift_code" || role !== "admin") return null;
  return readBoughtCode(db, order.id);
}

/** Sends a new gift code to the typed address; the error of a wrong one is shown in the form. */
export async function sendNewCode(
  db: Db,
  { typed, ...change }: Change & { typed: string },
): Promise<Result<void, OrderChangeError | NonNullable<OrderActionData["giftCode"]>>> {
  const read = giftEmailField.safeParse(typed);
  if (read.success) return resendGiftCode(db, { ...change, email: read.data });
  return err({ typed, error: read.error.issues[0]?.message ?? "" });
}
