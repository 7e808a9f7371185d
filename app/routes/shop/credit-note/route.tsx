import { creditNoteFileName } from "#shop/invoices/credit-note.ts";
import { findCreditNote } from "#shop/invoices/credit-notes.server.ts";
import { creditNoteOf } from "#shop/invoices/invoices.server.ts";
import type { Route } from "./+types/route";
import { sendDocument } from "../shared/send-document.server.ts";

/** Sends a credit note of an order, or the correction of one. */
export function loader(args: Route.LoaderArgs) {
  return sendDocument(args, async (db, order, options) => {
    const note = await findCreditNote(db, order.checkoutId, args.params.number);
    if (!note) return null;
    return {
      document: await creditNoteOf(db, order, note, options),
      fileName: creditNoteFileName(note),
    };
  });
}
