import { createHash } from "node:crypto";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Invoice } from "./invoice.ts";
import type { Printed } from "./print/invoice.worker.ts";

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

/**
 * Prints invoices in a thread of its own, so that nobody else waits. What was printed lately is kept: the same
 * invoice is handed out again, and whoever asks meanwhile gets the one under way.
 */
export function startInvoicePrinter(rootDir: string): InvoicePrinter {
  const thread = openThread(rootDir);
  const kept = new Map<string, Promise<InvoiceFile>>();
  return {
    print: (invoice) => {
      const key = digestOf(JSON.stringify(invoice));
      const file =
        kept.get(key) ?? thread.print(invoice).then((pdf) => ({ pdf, digest: digestOf(pdf) }));
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

/** So long after its last page the thread ends, and its fonts with it. */
const IDLE_MS = 5 * 60_000;
const TIMEOUT_MS = 20_000;

/** A thread that starts with the first invoice, ends when there is nothing to do, and starts again. */
function openThread(rootDir: string) {
  const waiting = new Map<number, PromiseWithResolvers<Pdf>>();
  let worker: Worker | null = null;
  let asked = 0;
  let idle: NodeJS.Timeout | undefined;

  /** Ends the thread; who waits for it is told why, and the next invoice starts another. */
  const end = (ended: Worker, why: unknown) => {
    if (worker !== ended) return;
    worker = null;
    for (const { reject } of waiting.values()) reject(why);
    void ended.terminate();
  };

  const start = (): Worker => {
    // From its source, which Node runs as it is: built or not, the shop prints with the same file.
    const started = new Worker(join(rootDir, "shop/invoices/print/invoice.worker.ts"));
    started.unref();
    started.on("message", ({ id, pdf, error }: Printed) => {
      if (pdf) waiting.get(id)?.resolve(pdf);
      else waiting.get(id)?.reject(new Error(`an invoice could not be printed: ${error}`));
    });
    started.on("error", (error) => end(started, error));
    started.on("exit", () => end(started, new Error("the thread that prints invoices ended")));
    return started;
  };

  return {
    print: async (invoice: Invoice): Promise<Pdf> => {
      clearTimeout(idle);
      const to = (worker ??= start());
      const id = (asked += 1);
      const printing = Promise.withResolvers<Pdf>();
      waiting.set(id, printing);
      const tooSlow = new Error("an invoice took too long to print");
      const timeout = setTimeout(() => end(to, tooSlow), TIMEOUT_MS);
      to.postMessage({ id, invoice });
      try {
        return await printing.promise;
      } finally {
        clearTimeout(timeout);
        waiting.delete(id);
        if (waiting.size === 0)
          idle = setTimeout(() => end(to, new Error("idle")), IDLE_MS).unref();
      }
    },
    stop: async (): Promise<void> => {
      clearTimeout(idle);
      if (worker) end(worker, new Error("the shop is closing"));
    },
  };
}

function digestOf(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url");
}
