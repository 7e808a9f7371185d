import { z } from "zod";

const eventSchema = z.object({ type: z.literal("payment_received"), paymentHash: z.string() });

/** After this long without an event the connection may be dead, and is replaced. */
const IDLE_MS = 5 * 60_000;
const CONNECT_TIMEOUT_MS = 5000;

interface ListenOptions {
  headers: Record<string, string>;
  onOpen: () => void;
  onSettled: (paymentHash: string) => void;
  signal: AbortSignal;
  /** Creates the error for a connection that cannot be opened. */
  failed: () => Error;
}

/**
 * Reads the events of phoenixd's WebSocket. Returns when it ends, or had no event for five minutes. There is no replay:
 * what is paid between two connections is found by look-ups only.
 */
export async function listenToEvents(url: string, options: ListenOptions): Promise<void> {
  const { headers, onOpen, onSettled, signal, failed } = options;
  if (signal.aborted) return;
  const ended = Promise.withResolvers<void>();
  // Unlike a browser's, the WebSocket of Node takes headers.
  const socket = new WebSocket(url, { headers } as unknown as string[]);
  const stop = () => {
    ended.resolve();
    socket.close();
  };
  let isOpen = false;
  let timer = setTimeout(() => {
    ended.reject(failed());
    socket.close();
  }, CONNECT_TIMEOUT_MS);
  const awaitEvent = () => {
    clearTimeout(timer);
    timer = setTimeout(stop, IDLE_MS);
  };
  signal.addEventListener("abort", stop);
  socket.addEventListener("open", () => {
    isOpen = true;
    awaitEvent();
    onOpen();
  });
  socket.addEventListener("message", ({ data }) => {
    awaitEvent();
    const event = eventSchema.safeParse(jsonOf(data));
    if (event.success) onSettled(event.data.paymentHash);
  });
  const end = () => (isOpen ? ended.resolve() : ended.reject(failed()));
  socket.addEventListener("error", end);
  socket.addEventListener("close", end);
  try {
    await ended.promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

function jsonOf(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}
