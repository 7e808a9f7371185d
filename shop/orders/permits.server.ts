import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { type Access, type Act, mayAct } from "./acts.ts";
import type { StoredOrder } from "./orders.server.ts";
import { accessOf, type Viewer } from "./tracking.server.ts";

declare const asked: unique symbol;

/** States that the table of acts allows an act on an order. Only `permitAct` makes one, so no act can pass the table by. */
export interface Permit<A extends Act = Act> {
  readonly act: A;
  readonly orderId: string;
  readonly viewer: Viewer;
  /** That of the request, for limits. */
  readonly networkAddress: string;
  readonly [asked]: true;
}

/** Returns the permit of an act for this viewer, or the access that does not suffice. */
export async function permitAct<A extends Act>(
  db: Db,
  act: A,
  {
    order,
    viewer,
    networkAddress = "",
  }: { order: StoredOrder; viewer: Viewer; networkAddress?: string },
): Promise<Result<Permit<A>, Exclude<Access, "proven">>> {
  const access = await accessOf(db, order, viewer);
  if (!mayAct(access, act)) return err(access === "seen" ? "seen" : "none");
  return ok({ act, orderId: order.id, viewer, networkAddress } as Permit<A>);
}

/** Returns whether a permit still holds for its locked order: a correction of the email ends the access of others. */
export async function stillPermits(
  tx: Db,
  { act, orderId, viewer }: Permit,
  order: StoredOrder,
): Promise<boolean> {
  return order.id === orderId && mayAct(await accessOf(tx, order, viewer), act);
}
