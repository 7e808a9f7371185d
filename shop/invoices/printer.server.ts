import { createHash } from "node:crypto";
import { join } from "node:path";
import { openThread } from "#lib/threads.server.ts";
import type { Invoice } from "./invoice.ts";

type Pdf = Uint8Array<ArrayBuffer>;

/** A printed invoice; the same `digest` means the same bytes. */
interface InvoiceFile {
  pdf: Pdf;
  digest: string;
}

export interface InvoicePrinter {
  print: (invoice: Invoice) => Promise<InvoiceFile>;
  stop: () => Promise<void>;
}

/** Of 25 to 100 KB each. */
const KEPT = 100;
const TIMEOUT_MS = 20_000;

/**
 * Prints invoices in a thread of its own, so that nobody else waits. What was printed lately is kept: the same
 * invoice is handed out again, and whoever asks meanwhile gets the one under way.
 */
export function startInvoicePrinter(rootDir: string): InvoicePrinter {
  // From its source, which Node runs as it is: built or not, the shop prints with the same file.
  const thread = openThread<Invoice, Pdf>(join(rootDir, "shop/invoices/print/invoice.worker.ts"), {
    label: "invoice thread",
    timeoutMs: TIMEOUT_MS,
  });
  const kept = new Map<string, Promise<InvoiceFile>>();
  return {
    print: (invoice) => {
      const key = digestOf(JSON.stringify(invoice));
      const file =
        kept.get(key) ?? thread.run(invoice).then((pdf) => ({ pdf, digest: digestOf(pdf) }));
      // The ones asked for last are at the end.
      kept.delete(key);
      kept.set(key, file);
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest) kept.delete(oldest);
      // What failed is tried again by whoever asks next.
      file.catch(() => kept.get(key) === file && kept.delete(key));
      return file;
    },
    stop: thread.stop,
  };
}

function digestOf(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url");
}
