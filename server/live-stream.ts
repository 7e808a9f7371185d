import type { StreamingApi } from "hono/utils/stream";

const HEARTBEAT_MS = 10_000;
const CHANGE = "event: change\ndata: \n\n";
/** An event, and not a comment, because EventSource hides comments from the page. */
const STILL_HERE = "event: alive\ndata: \n\n";

export interface StreamOptions {
  /** Calls back at each change of the topic; returns a function that unsubscribes. */
  subscribe: (onChange: () => void) => () => void;
  /** Calls back when the client may have lost its access, which is then checked at once; returns likewise. */
  subscribeAccess: (onChange: () => void) => () => void;
  /** Runs at each heartbeat and at such a check: "change" reports one, "ended" ends the stream. */
  beat: () => Promise<"change" | "unchanged" | "ended">;
  /** Changes are sent at most this often. */
  throttleMs: number;
  stopping: AbortSignal;
  /** Returns whether the client has not taken what was sent before. */
  isStalled: () => boolean;
  heartbeatMs?: number;
}

/**
 * Sends changes and heartbeats, one after the other, until the client leaves, the shop stops, or `beat` ends it. Returns
 * false when the client stopped reading: its connection then has to be cut. Heartbeats also keep proxies from closing an
 * idle stream.
 */
export async function sendChanges(stream: StreamingApi, options: StreamOptions): Promise<boolean> {
  const { beat, throttleMs, stopping, isStalled, heartbeatMs = HEARTBEAT_MS } = options;
  let over = stopping.aborted;
  let changed = false;
  let wake = () => {};
  let throttle: NodeJS.Timeout | undefined;
  const sleep = (ms: number) =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, ms);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  const end = () => {
    over = true;
    wake();
  };
  const unsubscribe = options.subscribe(() => {
    throttle ??= setTimeout(() => {
      throttle = undefined;
      changed = true;
      wake();
    }, throttleMs);
  });
  let accessChanged = false;
  const unsubscribeAccess = options.subscribeAccess(() => {
    accessChanged = true;
    wake();
  });
  stream.onAbort(end);
  stopping.addEventListener("abort", end);
  let nextBeat = 0;
  try {
    while (!over && !stream.aborted) {
      const isDue = performance.now() >= nextBeat;
      if (isDue && isStalled()) return false;
      if (isDue) nextBeat = performance.now() + heartbeatMs;
      if (isDue || accessChanged) {
        accessChanged = false;
        const found = await beat();
        if (found === "ended") break;
        changed ||= found === "change";
      }
      const text = changed ? CHANGE : STILL_HERE;
      changed = false;
      if (!(await isWritten(stream, text, heartbeatMs))) return false;
      if (!over && !changed && !accessChanged)
        await sleep(Math.max(0, nextBeat - performance.now()));
    }
    return true;
  } finally {
    unsubscribe();
    unsubscribeAccess();
    clearTimeout(throttle);
    // The signal lives as long as the process, and would leak a listener per stream.
    stopping.removeEventListener("abort", end);
  }
}

/** Writes a text; returns false if that takes too long. */
async function isWritten(stream: StreamingApi, text: string, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), ms);
  });
  const written = await Promise.race([stream.write(text).then(() => true), tooLong]);
  clearTimeout(timer);
  return written;
}
