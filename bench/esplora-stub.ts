// An Esplora server in a process of its own that counts requests. Its parent controls it by messages.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A message of the parent; the reply to `report` is a `RequestReport`. */
export type Command =
  | { kind: "height"; height: number }
  | { kind: "down"; down: boolean }
  | { kind: "paid"; addresses: string[] }
  | { kind: "reset" }
  | { kind: "report" };

/** The requests since the last `reset`. */
export interface RequestReport {
  /** Address requests in each second since the first. */
  perSecond: number[];
  /** Times of the requests in epoch milliseconds, by address. */
  requests: Record<string, number[]>;
}

const paid = new Map<string, number>();
let height = 100;
let down = false;
let since = Date.now();
let requests: Record<string, number[]> = {};

const hashOf = (number: number) => number.toString(16).padStart(64, "0");

const server = createServer((request, response) => {
  const path = request.url ?? "";
  const address = /^\/address\/(\w+)\/txs$/.exec(path)?.[1];
  if (address) (requests[address] ??= []).push(Date.now());
  if (down) return response.writeHead(503).end();
  if (path === "/blocks/tip/hash") return response.end(hashOf(height));
  if (path === "/blocks/tip/height") return response.end(String(height));
  return response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify(address && paid.has(address) ? [payment(address)] : []));
});

function payment(address: string) {
  const number = paid.get(address) ?? 0;
  return {
    txid: hashOf(number),
    vin: [],
    vout: [{ scriptpubkey_address: address, value: 14_990 }],
    status: {
      confirmed: true,
      block_height: 100,
      block_hash: hashOf(100),
      block_time: Math.floor(since / 1000),
    },
  };
}

process.on("message", (command: Command) => {
  if (command.kind === "height") ({ height } = command);
  else if (command.kind === "down") ({ down } = command);
  else if (command.kind === "paid")
    for (const [i, address] of command.addresses.entries()) paid.set(address, 1_000_000 + i);
  else if (command.kind === "reset") {
    since = Date.now();
    requests = {};
  } else process.send?.({ perSecond: perSecond(), requests } satisfies RequestReport);
});
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
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
