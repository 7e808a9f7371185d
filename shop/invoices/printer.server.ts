import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Result } from "#lib/result.ts";
import { openThread } from "#lib/threads.server.ts";
import type { Invoice } from "./invoice.ts";

type Pdf = Uint8Array<ArrayBuffer>;

export interface InvoicePrinter {
  /** Returns the bytes of a PDF; "busy" if the client, or all, have too many that wait. */
  print: (client: string, invoice: Invoice) => Promise<Result<Pdf, "busy">>;
  stop: () => Promise<void>;
}

/** How many invoices are cached, of 25 to 100 KB each. */
const CACHE_SIZE = 100;
/** An invoice takes a tenth of a second. */
const LIMITS = { timeoutMs: 20_000, waitingPerClient: 8, waitingInAll: 64 };

/**
 * Starts the worker thread that renders invoices, so that they do not block the event loop. The last used ones are
 * cached, and concurrent requests for the same invoice share one rendering.
 */
export function startInvoicePrinter(rootDir: string): InvoicePrinter {
  // The TypeScript source, which Node runs directly: the same file in development and in the built shop.
  const thread = openThread<Invoice, Pdf>(join(rootDir, "shop/invoices/print/invoice.worker.ts"), {
    label: "invoice thread",
    ...LIMITS,
  });
  const cache = new Map<string, Promise<Result<Pdf, "busy">>>();
  return {
    print: (client, invoice) => {
      const key = createHash("sha256").update(JSON.stringify(invoice)).digest("base64url");
      const file = cache.get(key) ?? thread.run(client, invoice);
      // The map is in order of use, the last used invoice at the end.
      cache.delete(key);
      cache.set(key, file);
      const [oldest] = cache.keys();
      if (cache.size > CACHE_SIZE && oldest) cache.delete(oldest);
      // A failed rendering is not cached, so that the next request tries again.
      const forget = () => cache.get(key) === file && cache.delete(key);
      file.then(({ ok }) => ok || forget(), forget);
      return file;
    },
    stop: thread.stop,
  };
}
