import { durationText } from "#lib/duration.ts";
import type { DeliverQuestion } from "#shop/delivery/deliver.server.ts";
import type { OrderChangeError } from "#shop/orders/order-changes.server.ts";
import type { WorkListOrder } from "#shop/delivery/work-list.ts";

/** A change that was made. `version` is the order's new one. */
export interface Done {
  kind: "completed" | "rejected" | "undone" | "noted" | "asked" | "again";
  id: string;
  version: number;
  tiktokUsername: string;
}

/** Why a change was not made. */
export interface Problem {
  kind:
    | Exclude<OrderChangeError, "forbidden">
    | DeliverQuestion
    | "too-late"
    | "corrected"
    | "set-aside"
    | "not-asked"
    | "text";
  id: string;
  /** The order's current version. */
  version: number;
  message?: string;
  /** The refused text. */
  typed?: string;
}

/** What the action of the work list answers; null when there is nothing to tell. */
export type DeliverResult = { done: Done } | { problem: Problem } | null;

/** Returns the sentence about a change that was made. */
export function doneText({ kind, id, tiktokUsername }: Done): string {
  const order = `Order ${id} for @${tiktokUsername}`;
  switch (kind) {
    case "completed":
      return `${order} is completed.`;
    case "rejected":
      return `${order} is rejected.`;
    case "undone":
      return `${order} is waiting again.`;
    case "noted":
      return `Note on order ${id} saved.`;
    case "asked":
      return `${order} is set aside until the buyer answers.`;
    case "again":
      return `The delivery adapter tries order ${id} again.`;
  }
}

/** Returns the sentence about a change that was refused; `taken` says who has taken the order, if it is known. */
export function problemText(
  { kind, id, message }: Problem,
  taken: WorkListOrder["taken"] = null,
): string {
  switch (kind) {
    case "stale":
      return `Order ${id} was changed in the meantime. Nothing was changed now.`;
    case "corrected":
      return `The buyer of order ${id} has just corrected the recipient. Copy it again.`;
    case "not-found":
      return `Order ${id} was deleted in the meantime.`;
    case "unchanged":
      return `Order ${id} already has this status.`;
    case "too-late":
      return `Order ${id} can no longer be undone: its email is on its way. Change its status in Orders instead.`;
    case "taken":
      return `Order ${id} was taken by ${taken ? takenText(taken) : "another administrator"}.`;
    case "under-way":
      return `The delivery adapter may be delivering order ${id} now.`;
    case "in-doubt":
      return `The payment of order ${id} is missing, in review or disputed.`;
    case "set-aside":
      return `The buyer of order ${id} was asked a question. It comes back once they have answered.`;
    case "not-asked":
      return `Another administrator is delivering order ${id}. The buyer was not asked.`;
    case "text":
      return message ?? "";
  }
}

/** Returns "Mira Holt, 2 min ago". */
export function takenText({ name, minutes }: NonNullable<WorkListOrder["taken"]>): string {
  return `${name}, ${minutes < 1 ? "just now" : `${durationText(minutes)} ago`}`;
}
