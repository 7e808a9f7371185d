import { Hono } from "hono";
import type { Context } from "hono";
import type { Chain } from "../chain/chain.ts";
import { type Block, blockHex } from "../chain/block.ts";
import { DEFAULT_FEE_RATE } from "../chain/chain.ts";
import { scriptOfAddress } from "../chain/network.ts";
import type { Tx } from "../chain/tx.ts";
import { RequestError, TxRejection } from "../errors.ts";
import type { Faults } from "../http/faults.ts";
import { addressPages } from "./address-pages.ts";
import { applyHostFault, hostTip } from "./host-faults.ts";
import {
  blockView,
  mempoolView,
  merkleProofView,
  outspendView,
  recentView,
  statsView,
  statusView,
  txView,
} from "./views.ts";

// Limits and targets of Blockstream's server.
const RECENT_LIMIT = 10;
const BLOCKS_LIMIT = 10;
const FEE_TARGETS = [...Array.from({ length: 25 }, (_, i) => i + 1), 144, 504, 1008];

/**
 * Esplora's HTTP API over the chain (https://github.com/Blockstream/esplora/blob/master/API.md).
 * Errors are plain text: 400 for bad input, 404 for unknown ids.
 */
export function esploraRoutes(
  chain: Chain,
  host: () => { fault: Faults["esplora"]; server: Faults["esploraServer"] },
): Hono {
  const { ledger } = chain;
  const app = new Hono();

  app.use(async (c, next) => {
    await next();
    if (c.req.method === "GET" && c.res.ok) c.header("cache-control", "public, max-age=10");
  });
  app.onError((error, c) => {
    if (error instanceof TxRejection) {
      const { code, message } = error;
      const rpc = JSON.stringify({ code, message });
      return c.text(`sendrawtransaction RPC error: ${rpc}`, error.status);
    }
    if (error instanceof RequestError) return c.text(error.message, error.status);
    throw error;
  });
  app.notFound((c) => c.text(`endpoint does not exist "${c.req.path}"`, 404));

  const tip = () => hostTip(ledger, host().fault);
  const views = (txs: readonly Tx[]) =>
    txs.map((tx) => applyHostFault(ledger, txView(ledger, tx), host().fault));
  const pages = () => addressPages(ledger, host().server);
  // A lagging host does not have the newest blocks.
  const blockAt = (height: number) => (height > tip().height ? undefined : ledger.blockAt(height));

  app.get("/address/:address", (c) => {
    const script = scriptOfAddress(c.req.param("address"));
    const history = ledger.history(script);
    return c.json({
      address: c.req.param("address"),
      chain_stats: statsView(ledger, script, history.chain),
      mempool_stats: statsView(ledger, script, history.mempool),
    });
  });
  app.get("/address/:address/txs", (c) => {
    if (host().fault === "forgetful") return c.json([]);
    return c.json(views(pages().first(c.req.param("address"), c.req.query("after_txid"))));
  });
  app.get("/address/:address/txs/mempool", (c) =>
    c.json(views(pages().mempool(c.req.param("address")))),
  );
  app.get("/address/:address/txs/chain/:last?", (c) =>
    c.json(views(pages().chain(c.req.param("address"), c.req.param("last")))),
  );
  app.get("/address/:address/utxo", (c) => {
    const coins = ledger.coins(scriptOfAddress(c.req.param("address")));
    return c.json(
      coins.map(({ txid, vout, value }) => {
        return { txid, vout, status: statusView(ledger, txid), value };
      }),
    );
  });

  app.post("/tx", async (c) => c.text(chain.broadcast((await c.req.text()).trim())));
  app.get("/tx/:txid", (c) => c.json(txView(ledger, findTx(c))));
  app.get("/tx/:txid/status", (c) => c.json(statusView(ledger, hashParam(c, "txid"))));
  app.get("/tx/:txid/hex", (c) => c.text(findTx(c).hex));
  app.get("/tx/:txid/raw", (c) => sendBytes(c, findTx(c).hex));
  app.get("/tx/:txid/merkle-proof", (c) => {
    const place = ledger.place(hashParam(c, "txid"));
    const block = place && blockAt(place.height);
    if (!place || !block) throw new RequestError("Transaction not found or is unconfirmed", 404);
    return c.json(merkleProofView(block, place));
  });
  app.get("/tx/:txid/outspend/:vout", (c) =>
    c.json(outspendView(ledger, hashParam(c, "txid"), numberParam(c, "vout"))),
  );
  app.get("/tx/:txid/outspends", (c) => {
    const tx = findTx(c);
    return c.json(tx.outputs.map((_, vout) => outspendView(ledger, tx.txid, vout)));
  });

  app.get("/block/:hash", (c) => {
    const { block, height } = findBlock(c);
    return c.json(blockView(ledger, block, height));
  });
  app.get("/block/:hash/status", (c) => {
    const height = ledger.heightOf(hashParam(c, "hash"));
    // As on the original, a block that was reorganised away is reported like an unknown one.
    if (height === undefined || height > tip().height)
      return c.json({ in_best_chain: false, height: null, next_best: null });
    const next = blockAt(height + 1);
    return c.json({ in_best_chain: true, height, next_best: next?.hash ?? null });
  });
  app.get("/block/:hash/header", (c) => c.text(findBlock(c).block.header));
  app.get("/block/:hash/raw", (c) => sendBytes(c, blockHexOf(findBlock(c).block)));
  app.get("/block/:hash/txids", (c) => c.json(findBlock(c).block.txids));
  app.get("/block-height/:height", (c) => {
    const block = blockAt(numberParam(c, "height"));
    if (block === undefined) throw new RequestError("Block not found", 404);
    return c.text(block.hash);
  });
  app.get("/blocks/tip/height", (c) => c.text(String(tip().height)));
  app.get("/blocks/tip/hash", (c) => c.text(tip().hash));
  app.get("/blocks/:start?", (c) => {
    const start = c.req.param("start") === undefined ? tip().height : numberParam(c, "start");
    const found = Array.from({ length: BLOCKS_LIMIT }, (_, i) => {
      const block = blockAt(start - i);
      return block === undefined ? [] : [blockView(ledger, block, start - i)];
    }).flat();
    if (found.length === 0) throw new RequestError("Block not found", 404);
    return c.json(found);
  });

  app.get("/mempool", (c) => c.json(mempoolView(ledger)));
  app.get("/mempool/txids", (c) => c.json(ledger.mempool().map(({ txid }) => txid)));
  app.get("/mempool/recent", (c) => {
    const newest = ledger.mempool().toReversed().slice(0, RECENT_LIMIT);
    return c.json(newest.map((tx) => recentView(ledger, tx)));
  });
  app.get("/fee-estimates", (c) =>
    c.json(Object.fromEntries(FEE_TARGETS.map((blocks) => [blocks, DEFAULT_FEE_RATE]))),
  );
  return app;

  function findTx(c: Context): Tx {
    const tx = ledger.tx(hashParam(c, "txid"));
    if (tx === undefined) throw new RequestError("Transaction not found", 404);
    return tx;
  }

  function blockHexOf(block: Block): string {
    return blockHex(
      block,
      block.txids.flatMap((txid) => ledger.tx(txid) ?? []),
    );
  }

  function findBlock(c: Context) {
    const height = ledger.heightOf(hashParam(c, "hash"));
    const block = height === undefined ? undefined : blockAt(height);
    if (height === undefined || block === undefined) throw new RequestError("Block not found", 404);
    return { block, height };
  }
}

function sendBytes(c: Context, hex: string) {
  const headers = { "content-type": "application/octet-stream" };
  return c.body(new Uint8Array(Buffer.from(hex, "hex")), 200, headers);
}

function hashParam(c: Context, name: string): string {
  const hash = c.req.param(name) ?? "";
  if (!/^[0-9a-f]{64}$/i.test(hash)) throw new RequestError("Invalid hex string");
  return hash.toLowerCase();
}

function numberParam(c: Context, name: string): number {
  const text = c.req.param(name) ?? "";
  if (!/^\d{1,10}$/.test(text)) throw new RequestError("Invalid number");
  return Number(text);
}
