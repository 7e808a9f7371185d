import { NOTE_MAX, STATUS_REASON_MAX } from "#shop/orders/order.ts";

/** The two forms with a text, by their intent: in a dialog, and in the page without JavaScript. */
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
    question: "Only administrators see it.",
    field: { label: "Internal note", optional: false, name: "note", maxLength: NOTE_MAX, rows: 4 },
    confirm: "Save note",
  },
} as const;
