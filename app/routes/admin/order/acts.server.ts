import { z } from "zod";
import { act, leadTo, officeAction } from "#app/office/acts.server.ts";
import { redirect } from "#app/redirects.ts";
import { safeNext } from "#app/session.server.ts";
import { withNotice } from "#app/notices.ts";
import { parseForm } from "#lib/form.ts";
import { ok } from "#lib/result.ts";
import { resendGiftCode } from "#shop/fulfilment/gift-order.server.ts";
import { deleteOrder, setOrderStatus } from "#shop/orders/order-changes.server.ts";
import { orderStatuses } from "#shop/orders/order.ts";
import { orderList, orderPath } from "../orders/order-query.ts";
import { orderActs, orderIn, changeIn, refused } from "../shared/order-acts.server.ts";
import { giftCodeFields, reasonField } from "../shared/order-fields.ts";
import { bitcoinFields, recordFields } from "./record-fields.ts";
import { acceptInFull, recordBitcoinForOrder, recordForOrder } from "./record-payment.server.ts";

const statusSchema = z.object({
  status: z.enum(orderStatuses),
  reason: reasonField,
  next: z.string().default(""),
  /** What becomes of the rest of an underpaid order that is set to Processing. */
  payment: z.enum(["accept", "wait"]).default("wait"),
  receivedSats: z.coerce.number().int().default(0),
});

/** They lead back beside the same list. */
const { acts, backWith } = orderActs((orderId, { searchParams }) =>
  orderPath(orderId, orderList.parse(searchParams)),
);

export const action = officeAction({
  ...acts,
  status: act({
    read: (form) => parseForm(statusSchema, form),
    run: async (given, { status, reason, payment, receivedSats }) => {
      const { db, policy } = given.services;
      const change = changeIn(given);
      const accepts = status === "processing" && payment === "accept";
      if (accepts) {
        const accepted = await acceptInFull(db, { ...change, receivedSats, policy });
        if (!accepted.ok) return accepted;
        // Accepting is a change of its own.
        change.version = null;
      }
      const why = status === "rejected" && reason ? { reason } : {};
      const changed = await setOrderStatus(db, { ...change, status, ...why });
      if (changed.ok) return ok({ status, isNew: true });
      // Accepting a confirmed payment sets it to Processing.
      return changed.error === "unchanged" ? ok({ status, isNew: accepts }) : changed;
    },
    done: ({ status, isNew }, given) => {
      const { status: shown } = orderList.parse(given.url.searchParams);
      const next = given.form.get("next");
      // The order has left the list: the panel goes on to the next one.
      if (isNew && typeof next === "string" && next && shown && shown !== status)
        return redirect(withNotice(safeNext(next), "order-updated"));
      return backWith(isNew ? "order-updated" : `already-${status}`)(null, given);
    },
    refused,
  }),
  "gift-code": act({
    fields: giftCodeFields,
    run: (given, { email }) => resendGiftCode(given.services.db, { ...changeIn(given), email }),
    done: backWith("gift-code-sent"),
    refused,
  }),
  record: act({
    fields: recordFields,
    run: (given, payment) => recordForOrder(given, orderIn(given), payment),
    done: backWith("payment-recorded"),
    refused,
  }),
  "record-bitcoin": act({
    fields: bitcoinFields,
    run: (given, payment) => recordBitcoinForOrder(given, orderIn(given), payment),
    done: backWith("payment-recorded"),
    refused,
  }),
  delete: act({
    run: (given) => deleteOrder(given.services.db, changeIn(given)),
    done: (_, { url }) => leadTo(orderList.to(orderList.parse(url.searchParams)), "order-deleted"),
    refused,
  }),
});
