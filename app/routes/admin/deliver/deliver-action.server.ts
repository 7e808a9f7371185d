import { data } from "react-router";
import { redirect } from "#app/redirects.ts";
import { z } from "zod";
import type { Db } from "#db/client.server.ts";
import { readFields } from "#lib/fields.ts";
import { parseForm } from "#lib/form.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { deliverAgain } from "#shop/delivery/deliveries.server.ts";
import { completeDelivery } from "#shop/delivery/deliver.server.ts";
import { releaseOrders, takeOrder } from "#shop/delivery/leases.server.ts";
import { askBuyer } from "#shop/delivery/questions.server.ts";
import { readMessage } from "#shop/orders/message.ts";
import { setOrderNote, setOrderStatus } from "#shop/orders/order-changes.server.ts";
import { isOrderId } from "#shop/orders/order.ts";
import { findOrder, type StoredOrder } from "#shop/orders/orders.server.ts";
import { undoStatusChange } from "#shop/delivery/undo.server.ts";
import { noteFields, reasonField } from "../shared/order-fields.ts";
import type { Done, DeliverResult, Problem } from "./deliver-result.ts";

const order = { id: z.string().refine(isOrderId), version: z.coerce.number().int() };
const formSchema = z.discriminatedUnion("intent", [
  z.object({ ...order, intent: z.literal("complete"), confirmed: z.string().optional() }),
  z.object({ ...order, intent: z.literal("reject"), reason: reasonField }),
  z.object({ ...order, intent: z.literal("undo") }),
  z.object({ ...order, intent: z.literal("note"), note: z.string() }),
  z.object({ ...order, intent: z.literal("question"), text: z.string() }),
  z.object({ id: order.id, intent: z.literal("again") }),
  z.object({
    id: order.id,
    intent: z.literal("take"),
    // Tabs from before this was counted do not state it.
    corrections: z.coerce.number().int().nullable().default(null),
  }),
  z.object({ intent: z.literal("release") }),
]);

/** Carries out a form of the work list. Throws a 400 for an unknown one. */
export async function actOn(db: Db, posted: FormData, by: { actor: Actor; now: Date }) {
  const form = parseForm(formSchema, posted);
  if (!form.ok) throw data(null, { status: 400 });
  const { value } = form;
  if (value.intent === "release") {
    await releaseOrders(db, by.actor);
    return null;
  }
  if (value.intent === "take") {
    const taken = await takeOrder(db, {
      orderId: value.id,
      corrections: value.corrections,
      ...by,
    });
    if (taken.ok || taken.error === "not-found") return null;
    return refused(db, value.id, taken.error);
  }
  if (value.intent === "again") {
    const again = await deliverAgain(db, { orderId: value.id, ...by });
    if (!again.ok) return refused(db, value.id, again.error);
    const found = await findOrder(db, value.id);
    return found && done("again", found);
  }
  const change = { orderId: value.id, version: value.version, ...by };
  switch (value.intent) {
    case "complete": {
      const confirmed = value.confirmed !== undefined;
      const result = await completeDelivery(db, { ...change, confirmed });
      return result.ok ? done("completed", result.value) : refused(db, value.id, result.error);
    }
    case "reject": {
      const { reason } = value;
      const status = { status: "rejected", undoable: true, ...(reason && { reason }) } as const;
      const result = await setOrderStatus(db, { ...change, ...status });
      return result.ok
        ? done("rejected", result.value)
        : refused(db, value.id, result.error, reason);
    }
    case "undo": {
      const result = await undoStatusChange(db, change);
      return result.ok ? done("undone", result.value) : refused(db, value.id, result.error);
    }
    case "question": {
      const { text } = value;
      const read = readMessage(text);
      if (!read.ok) return badText({ kind: "text", message: read.error, typed: text }, value);
      const result = await askBuyer(db, { ...change, text: read.value });
      return result.ok
        ? done("asked", result.value)
        : refused(db, value.id, result.error === "taken" ? "not-asked" : result.error, text);
    }
    case "note": {
      const { note: typed } = value;
      const read = readFields(noteFields, posted);
      if (!read.ok) return badText({ kind: "text", message: read.error.note ?? "", typed }, value);
      const result = await setOrderNote(db, { ...change, ...read.value });
      if (result.ok) return done("noted", result.value);
      return result.error === "unchanged" ? null : refused(db, value.id, result.error, typed);
    }
  }
}

/** Answers why a text cannot be saved. */
function badText(
  problem: Pick<Problem, "kind" | "message" | "typed">,
  { id, version }: { id: string; version: number },
) {
  return data<DeliverResult>({ problem: { ...problem, id, version } }, { status: 400 });
}

function done(kind: Done["kind"], { id, version, tiktokUsername }: StoredOrder): DeliverResult {
  return { done: { kind, id, version, tiktokUsername: tiktokUsername ?? "" } };
}

/** Answers 409 with the current version, so that the same form can be sent again once its message was read. */
async function refused(db: Db, id: string, kind: Problem["kind"] | "forbidden", typed?: string) {
  if (kind === "forbidden") throw redirect("/");
  const current = await findOrder(db, id);
  const problem = { kind, id, version: current?.version ?? 0, ...(typed && { typed }) };
  return data<DeliverResult>({ problem }, { status: 409 });
}
