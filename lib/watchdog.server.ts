import { Worker } from "node:worker_threads";
import { SECOND_MS } from "./time.ts";

const BEAT_MS = SECOND_MS;

/** Runs in the thread, as its whole text: it must work while the main thread spins, and load nothing. */
const program = `
const { workerData } = require("node:worker_threads");
const { writeSync } = require("node:fs");
const { beats, silentMs, checkMs, line } = workerData;
const seen = new Int32Array(beats);
let last = -1;
let since = Date.now();
setInterval(() => {
  const now = Date.now();
  const beat = Atomics.load(seen, 0);
  // A pause of this thread, too, is one of the whole machine.
  if (beat !== last || now - since > silentMs + 10 * checkMs) [last, since] = [beat, now];
  else if (now - since >= silentMs) {
    try { writeSync(2, line + "\\n"); } catch {}
    process.kill(process.pid, "SIGKILL");
  }
}, checkMs);
`;

/**
 * Watches from a thread of its own that this thread goes on, and kills the process when it has not for `silentMs`: a
 * supervisor starts it again. Signals would not reach a thread that spins. Returns how to stop.
 */
export function startWatchdog(options: {
  silentMs: number;
  checkMs?: number;
  /** What is written to standard error before. */
  line: string;
  failed: (error: unknown) => void;
}): { stop: () => Promise<void> } {
  const { silentMs, checkMs = BEAT_MS, line } = options;
  const beats = new SharedArrayBuffer(4);
  const own = new Int32Array(beats);
  const beat = setInterval(() => Atomics.add(own, 0, 1), Math.min(BEAT_MS, checkMs)).unref();
  const thread = new Worker(program, {
    eval: true,
    // Those of the process may make the program a module.
    execArgv: [],
    workerData: { beats, silentMs, checkMs, line },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
  thread.on("error", options.failed);
  return {
    stop: async () => {
      clearInterval(beat);
      await thread.terminate();
    },
  };
}
