import { act, type Given, leadTo } from "#app/office/acts.server.ts";
import type { NoticeName } from "#app/notices.ts";
import { ok } from "#lib/result.ts";
import { type Change, setOrderNote } from "#shop/orders/order-changes.server.ts";
import { stopAwaiting, writeAsAdministrator } from "#shop/orders/messages.server.ts";
import { normalizeOrderId } from "#shop/orders/order.ts";
import { messageFields, noteFields } from "./order-fields.ts";

/** Returns the ID of the order whose panel was sent. */
export function orderIn({ param }: Given): string {
  return normalizeOrderId(param("orderId"));
}

/** Returns what every change of an order needs. */
export function changeIn(given: Given): Change {
  return { orderId: orderIn(given), version: given.version, ...given.who };
}

const CHANGED = "This order has changed in the meantime. Here is its current state.";

/** What errors mean in a panel, which shows the current state of the order, also that it is deleted. */
export const refused = {
  "not-found": CHANGED,
  "no-order": CHANGED,
  unchanged: CHANGED,
  stale:
    "Someone changed this order in the meantime. Nothing was overwritten. Please check its current state, and try again if your change still applies.",
};

/** Returns the acts of both panels of an order, for the team and for who delivers, and what leads back to the panel. */
export function orderActs(pathOf: (orderId: string, url: URL) => string) {
  const backWith = (notice: NoticeName) => (_: unknown, given: Given) =>
    leadTo(pathOf(orderIn(given), given.url), notice);
  const acts = {
    note: act({
      fields: noteFields,
      run: async (given, { note }) => {
        const saved = await setOrderNote(given.services.db, { ...changeIn(given), note });
        return saved.ok || saved.error === "unchanged" ? ok(null) : saved;
      },
      done: backWith("note-saved"),
      refused,
    }),
    message: act({
      fields: messageFields,
      run: (given, { text }) =>
        writeAsAdministrator(given.services.db, { orderId: orderIn(given), ...given.who, text }),
      done: backWith("message-sent"),
      refused,
    }),
    "message-done": act({
      run: (given) => stopAwaiting(given.services.db, { orderId: orderIn(given), ...given.who }),
      done: backWith("message-done"),
      refused,
    }),
  };
  return { acts, backWith };
}
