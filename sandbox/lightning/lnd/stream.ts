import type { Context } from "hono";
import { hangUp } from "../../http/hang-up.ts";
import type { Invoice } from "../invoices.ts";
import type { Lightning } from "../lightning.ts";
import { lndInvoice } from "./objects.ts";

/**
 * Answers /v1/invoices/subscribe: JSON lines with added and settled invoices, first those above the two indexes. An
 * index of 0 asks for none of the past (lightningnetwork/lnd: invoices/invoiceregistry.go). As the gateway of LND sends
 * the headers with the first message (grpc-gateway: runtime/handler.go), the answer comes with the first invoice.
 */
export function answerSubscription(
  c: Context,
  lightning: Lightning,
  after: { add: number; settle: number },
): Promise<Response> {
  const { streams } = lightning;
  let write: ((line: string) => void) | undefined;
  return new Promise((resolve) => {
    const cut = () => resolve(hangUp(c));
    const body = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          write = (line) => controller.enqueue(Buffer.from(line));
        },
        cancel: () => end(),
      });
    const notify = (invoice: Invoice) => {
      if (write === undefined) {
        resolve(new Response(body(), { headers: { "content-type": "application/json" } }));
      }
      write?.(`${JSON.stringify({ result: lndInvoice(invoice) })}\n`);
    };
    const end = streams.add({ notify, close: cut });
    c.req.raw.signal.addEventListener("abort", end, { once: true });
    if (streams.areSilent) return;
    const { store } = lightning;
    const added = after.add > 0 ? store.list().slice(after.add) : [];
    const settled = after.settle > 0 ? store.settled().slice(after.settle) : [];
    for (const invoice of [...added, ...settled]) {
      if (!lightning.hasForgotten(invoice.hash)) notify(invoice);
    }
  });
}
