import { invoiceFileName } from "#shop/invoices/invoice.ts";
import { invoiceOf } from "#shop/invoices/invoices.server.ts";
import type { Route } from "./+types/route";
import { sendDocument } from "../shared/send-document.server.ts";

/** Sends the invoice of an order, or its proforma invoice. */
export function loader(args: Route.LoaderArgs) {
  return sendDocument(args, async (db, order, options) => {
    const document = await invoiceOf(db, order, options);
    return { document, fileName: invoiceFileName(document) };
  });
}
