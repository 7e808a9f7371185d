import type { WorkListOrder } from "#shop/delivery/work-list.ts";
import { NOTE_MAX, STATUS_REASON_MAX } from "#shop/orders/order.ts";
import { fillTemplate, MESSAGE_MAX } from "#shop/settings/message-template.ts";

/** The forms with a text, by their intent: in a dialog, and in the page without JavaScript. */
export const textForms = {
  reject: {
    title: (id: string) => `Reject order ${id}?`,
    question:
      "The customer sees that the order was rejected, and the reason if you give one. Its payment stays to be refunded. You can undo it for 10 seconds.",
    field: {
      label: "Reason",
      optional: true,
      name: "reason",
      maxLength: STATUS_REASON_MAX,
      rows: 3,
    },
    confirm: "Reject order",
  },
  note: {
    title: (id: string) => `Note on order ${id}`,
    question: "Only your team sees it.",
    field: { label: "Internal note", optional: false, name: "note", maxLength: NOTE_MAX, rows: 4 },
    confirm: "Save note",
  },
  question: {
    title: (id: string) => `Ask the buyer of order ${id}?`,
    question:
      "The buyer gets an email with a link to your question. The order is set aside until they have answered.",
    field: { label: "Question", optional: false, name: "text", maxLength: MESSAGE_MAX, rows: 5 },
    confirm: "Send and set aside",
  },
} as const;

export type TextForm = keyof typeof textForms;

/** Returns the text that a form begins with; `ready` is the question of the settings. */
export function initialText(
  form: TextForm,
  { id, tiktokUsername, note }: WorkListOrder,
  ready: string,
): string {
  if (form === "note") return note;
  return form === "question" ? fillTemplate(ready, { order: id, username: tiktokUsername }) : "";
}
