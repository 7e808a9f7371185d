import { setTimeout as delay } from "node:timers/promises";

// Asks one page every few milliseconds, as a process of its own, until it is told to stop: then tells how long each
// answer took, but for those to warm up.

const PACE_MS = 5;
const WARM_UP = 20;

const url = process.argv[2] ?? "";
const taken: number[] = [];
let asking = true;
process.on("message", () => (asking = false));
while (asking) {
  const began = performance.now();
  const response = await fetch(url);
  await response.text();
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  taken.push(performance.now() - began);
  await delay(PACE_MS);
}
process.send?.(taken.slice(WARM_UP), () => process.exit(0));
