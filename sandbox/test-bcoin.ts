// Tests only: bcoin (https://github.com/bcoin-org/bcoin), an independent implementation of the consensus rules.
import BcoinChain from "bcoin/lib/blockchain/chain.js";
import { thresholdStates } from "bcoin/lib/blockchain/common.js";
import Block from "bcoin/lib/primitives/block.js";
import networks from "bcoin/lib/protocol/network.js";
import { expect, onTestFinished } from "vitest";
import { createApp } from "./http/app.ts";
import { temporaryDir } from "./test-sandbox.ts";
import { openWorld } from "./world.ts";

/** Opens a fully validating node of the regtest network, in memory. */
export async function openBcoin(): Promise<BcoinChain> {
  const network = networks.get("regtest");
  // As on Bitcoin Core's regtest, the soft forks are active from the first block without being signalled.
  Object.assign(network.block, { bip34height: 1, bip65height: 1, bip66height: 1 });
  const node = new BcoinChain({ network, memory: true, checkpoints: false });
  node.getState = () => Promise.resolve(thresholdStates.ACTIVE);
  await node.open();
  onTestFinished(() => node.close());
  return node;
}

/** Opens a sandbox, and a node that gets its blocks as its Esplora serves them. */
export async function openSandboxAndBcoin() {
  const world = openWorld(temporaryDir());
  const { chain } = world;
  const app = createApp(world);
  const node = await openBcoin();
  const known = new Set<string>();

  const get = async (path: string) => {
    const response = await app.request(`/esplora${path}`);
    expect(response.status).toBe(200);
    return response;
  };
  /** Gives the node the blocks that are new since the last time, and expects the same tip of it. */
  const sync = async () => {
    for (let height = 1; height <= chain.ledger.tip.height; height++) {
      const hash = chain.ledger.blockAt(height)?.hash ?? "";
      if (known.has(hash)) continue;
      known.add(hash);
      const raw = await (await get(`/block/${hash}/raw`)).arrayBuffer();
      const block = Block.fromRaw(Buffer.from(raw));
      expect(block.rhash()).toBe(hash);
      const txids = (await (await get(`/block/${hash}/txids`)).json()) as string[];
      expect(block.txs.map((tx) => tx.txid())).toEqual(txids);
      await node.add(block);
    }
    const { hash, height } = chain.ledger.tip;
    expect({ hash: node.tip.rhash(), height: node.tip.height }).toEqual({ hash, height });
  };
  return { chain, node, sync };
}
