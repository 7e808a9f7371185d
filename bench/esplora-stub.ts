// Runs the sandbox's Esplora in a separate process, which counts requests. Its parent controls it by messages.
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { createApp } from "../sandbox/http/app.ts";
import { openWorld } from "../sandbox/world.ts";

/** A message of the parent; the reply to `report` is a `RequestReport`. */
export type Command =
  | { kind: "mine" }
  | { kind: "down"; down: boolean }
  | { kind: "paid"; addresses: string[]; sats: number }
  | { kind: "reset" }
  | { kind: "report" };

/** The requests since the last `reset`. */
export interface RequestReport {
  /** Address requests in each second since the first. */
  perSecond: number[];
  /** Times of the requests in epoch milliseconds, by address. */
  requests: Record<string, number[]>;
}

let down = false;
let requests: Record<string, number[]> = {};

const dir = mkdtempSync(join(tmpdir(), "satchel-bench-chain-"));
const world = openWorld(dir);
const sandbox = createApp(world);

const server = createAdaptorServer({
  fetch: (request) => {
    const address = /\/address\/(\w+)\/txs$/.exec(new URL(request.url).pathname)?.[1];
    if (address) (requests[address] ??= []).push(Date.now());
    return down ? new Response(null, { status: 503 }) : sandbox.fetch(request);
  },
});

process.on("message", (command: Command) => {
  if (command.kind === "mine") world.chain.mine(1);
  else if (command.kind === "down") ({ down } = command);
  else if (command.kind === "paid") {
    for (const address of command.addresses) world.chain.pay([{ address, sats: command.sats }]);
    world.chain.mine(1);
  } else if (command.kind === "reset") requests = {};
  else process.send?.({ perSecond: perSecond(), requests } satisfies RequestReport);
});
process.on("exit", () => rmSync(dir, { recursive: true, force: true }));
process.on("disconnect", () => process.exit(0));

function perSecond(): number[] {
  const times = Object.values(requests).flat();
  const now = Date.now();
  const first = times.reduce((least, time) => Math.min(least, time), Infinity);
  const counts = Array.from({ length: Math.max(0, Math.floor((now - first) / 1000)) }, () => 0);
  for (const time of times) {
    const second = Math.floor((time - first) / 1000);
    if (second < counts.length) counts[second] = (counts[second] ?? 0) + 1;
  }
  return counts;
}

server.listen(0, "127.0.0.1", () =>
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/esplora`),
);
