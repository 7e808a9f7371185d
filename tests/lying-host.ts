import { randomBytes } from "node:crypto";
import { headerHex, displayHash, sha256d } from "#shop/payments/chain/block-header.ts";
import { startServer } from "./make.ts";

/**
 * What a dishonest or broken Esplora host can do to its responses: `history` hides all transactions, `confirms` says
 * that each is in the newest block, `unconfirms` that none is in a block, `height` shifts heights, `million` adds as much to all of them, `amount` changes
 * what a transaction pays, `proof` breaks Merkle proofs, `tip` names a block that does not exist, `weak-header` offers
 * a next block with too little work, `time` changes block times, `invents` adds a payment, `withholds` knows no
 * transaction.
 */
export const lies = [
  "history",
  "confirms",
  "unconfirms",
  "height",
  "million",
  "amount",
  "proof",
  "tip",
  "weak-header",
  "time",
  "invents",
  "withholds",
] as const;
export type Lie = (typeof lies)[number];

interface Response {
  status: number;
  type: string;
  body: string;
}

/** Starts a host that passes on the responses of an honest one, changed by its current lies. */
export async function startLyingHost(honest: string) {
  const state = { lies: new Set<Lie>() };
  const weak = { hash: "", hex: "" };
  const fetchText = async (path: string): Promise<Response> => {
    const response = await fetch(`${honest}${path}`);
    const type = response.headers.get("content-type") ?? "";
    return { status: response.status, type, body: await response.text() };
  };

  /** A header on top of the newest block, with a target easier than regtest's. */
  async function weakHeader(): Promise<typeof weak> {
    const previous = (await fetchText("/blocks/tip/hash")).body;
    const merkleRoot = randomBytes(32).toString("hex");
    const time = Math.floor(Date.now() / 1000);
    const fields = { version: 1, previous, merkleRoot, time, bits: 0x2100ffff, nonce: 0 };
    weak.hex = headerHex(fields);
    weak.hash = displayHash(sha256d(Buffer.from(weak.hex, "hex")));
    return weak;
  }

  async function answer(path: string): Promise<Response> {
    const current = state.lies;
    if (current.has("withholds") && path.startsWith("/tx/")) return notFound;
    if (current.has("tip") && path === "/blocks/tip/hash")
      return { status: 200, type: "text/plain", body: randomBytes(32).toString("hex") };
    if (current.has("weak-header") && path === "/blocks/tip/hash")
      return { status: 200, type: "text/plain", body: (await weakHeader()).hash };
    if (path === `/block/${weak.hash}/header`)
      return { status: 200, type: "text/plain", body: weak.hex };
    const added = current.has("million") ? 1_000_000 : 0;
    const response = await fetchText(
      path.replace(/^\/blocks\/(\d+)$/, (_, height: string) => `/blocks/${Number(height) - added}`),
    );
    if (response.status !== 200) return response;
    if (added > 0 && path === "/blocks/tip/height")
      return { ...response, body: String(Number(response.body) + added) };
    if (added > 0 && response.type.includes("json"))
      response.body = response.body.replace(
        /("(?:block_)?height":)(\d+)/g,
        (_, key, height) => `${key}${Number(height) + added}`,
      );
    if (current.has("height") && path === "/blocks/tip/height")
      return { ...response, body: "999999999" };
    if (current.has("time") && path.endsWith("/header"))
      return { ...response, body: flipByte(response.body, 68) };
    if (current.has("amount") && path.endsWith("/hex"))
      return { ...response, body: raiseAmounts(response.body) };
    if (!response.type.includes("json")) return response;
    return { ...response, body: JSON.stringify(await change(path, JSON.parse(response.body))) };
  }

  async function change(path: string, json: unknown): Promise<unknown> {
    const current = state.lies;
    if (path.endsWith("/merkle-proof") && current.has("proof")) {
      const proof = json as { merkle: string[]; pos: number };
      return { ...proof, pos: proof.pos + 1, merkle: [...proof.merkle, "ab".repeat(32)] };
    }
    if (/^\/blocks\/\d+$/.test(path) && Array.isArray(json)) {
      const blocks = json as { height: number; timestamp: number }[];
      return blocks.map((block) => ({
        ...block,
        height: block.height + (current.has("height") ? 500 : 0),
        timestamp: block.timestamp - (current.has("time") ? 7200 : 0),
      }));
    }
    if (!path.startsWith("/address/") || !Array.isArray(json)) return json;
    if (current.has("history")) return [];
    if (current.has("unconfirms") && path.includes("/txs/chain")) return [];
    const tip = (await fetchText("/blocks/tip/hash")).body;
    const height = Number((await fetchText("/blocks/tip/height")).body);
    const confirmed = { confirmed: true, block_height: height, block_hash: tip, block_time: 1 };
    const txs = (json as { txid: string; status: { confirmed: boolean } }[]).map((tx) => {
      if (current.has("unconfirms")) return { ...tx, status: { confirmed: false } };
      if (current.has("confirms")) return { ...tx, status: confirmed };
      if (current.has("height") && tx.status.confirmed)
        return { ...tx, status: { ...tx.status, block_height: height - 3 } };
      return tx;
    });
    // A page with only the invented payment would never end.
    if (!current.has("invents") || path.includes("/chain")) return txs;
    return [{ txid: randomBytes(32).toString("hex"), status: confirmed }, ...txs];
  }

  const server = await startServer((request, response) => {
    const respond = async () => {
      const { status, type, body } = await answer(request.url ?? "");
      response.writeHead(status, { "content-type": type });
      response.end(body);
    };
    void respond();
  });
  return { ...server, setLies: (...next: Lie[]) => (state.lies = new Set(next)) };
}

const notFound: Response = { status: 404, type: "text/plain", body: "Transaction not found" };

function flipByte(hex: string, at: number): string {
  const bytes = Buffer.from(hex, "hex");
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString("hex");
}

/** Adds to the lowest byte of each p2wpkh output's amount, which stands before the script's length and `0014`. */
function raiseAmounts(hex: string): string {
  return hex.replace(/([0-9a-f]{16})(160014)/g, (_, amount: string, script: string) => {
    const raised = Buffer.from(amount, "hex");
    raised[4] = (raised[4] ?? 0) + 1;
    return `${raised.toString("hex")}${script}`;
  });
}
