// Requests one page every few milliseconds in a process of its own. When its parent sends a message, it replies with
// the latencies in milliseconds, without those of the warm-up, and exits.
import { setTimeout as delay } from "node:timers/promises";

const INTERVAL_MS = 5;
const WARM_UP = 20;

const url = process.argv[2] ?? "";
const latencies: number[] = [];
let isRunning = true;
process.on("message", () => (isRunning = false));
while (isRunning) {
  const began = performance.now();
  const response = await fetch(url);
  await response.text();
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  latencies.push(performance.now() - began);
  await delay(INTERVAL_MS);
}
process.send?.(latencies.slice(WARM_UP), () => process.exit(0));
