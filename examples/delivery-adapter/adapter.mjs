// A delivery adapter for Satchel: answers the calls that docs/delivery.md describes. Needs Node 22 or newer, nothing else.
import { createHmac, timingSafeEqual } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";

const {
  DELIVERY_SECRET: secret,
  PORT = "8090",
  HOST = "127.0.0.1",
  FILE = "delivered.jsonl",
} = process.env;
if (!secret) throw new Error("Set DELIVERY_SECRET to the secret that Settings showed");

/** What was begun and done, by order id, from a file: one JSON object a line, the last of an id counts. */
const known = new Map();
/** The orders whose coins are being sent. */
const running = new Set();
if (existsSync(FILE))
  for (const line of readFileSync(FILE, "utf8").split("\n")) {
    // A crash in the middle of a write leaves a last line that is cut off.
    if (line.endsWith("}")) remember(JSON.parse(line));
  }

function remember(entry) {
  known.set(entry.orderId, entry);
}

function write(entry) {
  appendFileSync(FILE, `${JSON.stringify(entry)}\n`, { flush: true });
  remember(entry);
}

/** Looks an account up. Replace it by a real look-up. */
async function findAccount(username) {
  return username.startsWith("nobody") ? null : { displayName: username };
}

/** Sends the coins; returns your own name of the transfer. Replace it by a real transfer; errors are shown to you. */
async function sendCoins({ orderId, username, coins }) {
  console.log(`sending ${coins} coins to ${username} for order ${orderId}`);
  return `transfer-${orderId}`;
}

async function validate({ username }) {
  const account = await findAccount(username);
  return account
    ? { result: "known", ...account }
    : { result: "unknown", reason: "There is no account with this username" };
}

async function deliver(order) {
  const { orderId, username, deadline } = order;
  const before = known.get(orderId);
  if (before?.state === "delivered") return { result: "delivered", reference: before.reference };
  if (running.has(orderId)) return { result: "pending" };
  // It was begun before a crash: only you can see whether the coins were sent.
  if (before?.state === "begun")
    return { result: "refused", reason: "Interrupted: check whether the coins were sent" };
  if (Date.now() > Date.parse(deadline)) return { result: "refused", reason: "Too late" };
  if (!(await findAccount(username)))
    return { result: "refused", reason: "No such account", sent: false };
  running.add(orderId);
  try {
    write({ orderId, state: "begun" });
    const reference = await sendCoins(order);
    write({ orderId, state: "delivered", reference });
    return { result: "delivered", reference };
  } finally {
    running.delete(orderId);
  }
}

/** True for a body that the shop signed within the last five minutes. */
function isSigned(body, header = "") {
  const [, time, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (!given || Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest("hex");
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

async function respond(request, response) {
  const body = Buffer.concat(await request.toArray());
  if (!isSigned(body, request.headers["satchel-signature"])) return response.writeHead(401).end();
  const call = JSON.parse(body);
  const answer = await (call.type === "validate" ? validate(call) : deliver(call));
  return response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify(answer));
}

createServer((request, response) => {
  respond(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
}).listen(Number(PORT), HOST);
