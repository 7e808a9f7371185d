import { parentPort } from "node:worker_threads";
import type { Invoice } from "../invoice.ts";
import { printInvoice } from "./page.server.ts";

/** The answer to `{ id, invoice }`: the PDF, or why there is none. */
export interface Printed {
  id: number;
  pdf?: Uint8Array<ArrayBuffer>;
  error?: string;
}

const answer = (printed: Printed) => parentPort?.postMessage(printed);

parentPort?.on("message", ({ id, invoice }: { id: number; invoice: Invoice }) => {
  printInvoice(invoice).then(
    (pdf) => answer({ id, pdf }),
    (error: Error) => answer({ id, error: error.stack ?? error.message }),
  );
});
