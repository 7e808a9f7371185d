import { z } from "zod";
import { scriptOfAddress } from "../chain/network.ts";
import type { Tx } from "../chain/tx.ts";
import { btc } from "./btc.ts";
import { checksumOf, readDescriptor } from "./descriptors.ts";
import { RPC, RpcError } from "./errors.ts";
import type { Call, Method } from "./node.ts";
import type { WatchWallet } from "./watch-wallet.ts";

const importSchema = z.object({
  desc: z.string(),
  range: z.union([z.int(), z.tuple([z.int(), z.int()])]).optional(),
  active: z.boolean().default(false),
  internal: z.boolean().default(false),
  timestamp: z.union([z.int(), z.literal("now")]),
  label: z.string().optional(),
});

/** The RPC methods about wallets, which are watch-only descriptor wallets. */
export const walletMethods: Record<string, Method> = {
  listwallets: { params: [], call: ({ node }) => node.loaded },
  createwallet: {
    params: ["wallet_name", "disable_private_keys", "blank"],
    call: ({ node }, given) => {
      const name = z.string().parse(given.wallet_name);
      if (given.disable_private_keys !== true) {
        throw new RpcError(RPC.wallet, "The stand-in makes watch-only wallets");
      }
      node.create(name);
      return { name };
    },
  },
  loadwallet: {
    params: ["filename"],
    call: ({ node }, given) => {
      const name = z.string().parse(given.filename);
      node.load(name);
      return { name };
    },
  },
  getwalletinfo: {
    params: [],
    call: (call) => ({
      walletname: call.wallet,
      txcount: new Set(
        walletOf(call)
          .receipts()
          .map(({ tx }) => tx.txid),
      ).size,
      private_keys_enabled: false,
      scanning: false,
      descriptors: true,
    }),
  },
  getdescriptorinfo: {
    params: ["descriptor"],
    call: (_call, given) => {
      const { text, isRange } = readDescriptor(z.string().parse(given.descriptor), {
        checksum: false,
      });
      const checksum = checksumOf(text);
      return {
        descriptor: `${text}#${checksum}`,
        checksum,
        isrange: isRange,
        issolvable: !text.startsWith("addr("),
        hasprivatekeys: false,
      };
    },
  },
  listdescriptors: {
    params: [],
    call: (call) => ({
      wallet_name: call.wallet,
      descriptors: walletOf(call).imported.map(({ desc, range, active, since }) => ({
        desc,
        timestamp: since,
        active,
        ...(readDescriptor(desc, { checksum: true }).isRange && { range }),
      })),
    }),
  },
  importdescriptors: {
    params: ["requests"],
    call: (call, given) => {
      walletOf(call);
      return z
        .array(z.unknown())
        .parse(given.requests)
        .map((request) => importOne(call, importSchema.parse(request)));
    },
  },
  getaddressinfo: {
    params: ["address"],
    call: (call, given) => {
      const wallet = walletOf(call);
      const address = z.string().parse(given.address);
      const label = wallet.labels.get(address);
      return {
        address,
        ismine: wallet.owns(scriptOfAddress(address)),
        iswatchonly: false,
        labels: label === undefined ? [] : [label],
      };
    },
  },
  setlabel: {
    params: ["address", "label"],
    call: ({ node, wallet }, given) => {
      node.wallet(wallet);
      const [address, label] = [z.string().parse(given.address), z.string().parse(given.label)];
      node.append({ t: "label", wallet: String(wallet), address, label });
      return null;
    },
  },
  listtransactions: {
    params: ["label", "count", "skip"],
    call: (call, given) => {
      const wallet = walletOf(call);
      const label = z.string().default("*").parse(given.label);
      const count = z.int().default(10).parse(given.count);
      const skip = z.int().default(0).parse(given.skip);
      const entries = entriesOf(call, wallet).filter(
        (entry) => label === "*" || entry.label === label,
      );
      // The newest `count` after the newest `skip`, in order of time.
      return entries.slice(Math.max(0, entries.length - skip - count), entries.length - skip);
    },
  },
  listsinceblock: {
    params: ["blockhash", "target_confirmations"],
    call: (call, given) => {
      const wallet = walletOf(call);
      const { ledger } = call.node.chain;
      const target = z.int().min(1).default(1).parse(given.target_confirmations);
      const since = z.string().optional().parse(given.blockhash);
      const { fork, undone } = since ? findFork(call, since) : { fork: -1, undone: [] };
      const entries = entriesOf(call, wallet);
      return {
        transactions: entries.filter(
          ({ blockheight }) => blockheight === undefined || blockheight > fork,
        ),
        // Includes transactions that were confirmed again since.
        removed: undone.flatMap((txid) => entries.filter((entry) => entry.txid === txid)),
        lastblock: ledger.blockAt(Math.max(0, ledger.tip.height + 1 - target))?.hash,
      };
    },
  },
  gettransaction: {
    params: ["txid"],
    call: (call, given) => {
      const wallet = walletOf(call);
      const tx = wallet.tx(z.string().parse(given.txid));
      if (!tx) throw new RpcError(RPC.invalidAddressOrKey, "Invalid or non-wallet transaction id");
      const received = wallet.receipts().filter((receipt) => receipt.tx.txid === tx.txid);
      return {
        amount: btc(received.reduce((sum, { sats }) => sum + sats, 0)),
        ...statusView(call, wallet, tx),
        details: entriesOf(call, wallet).filter(({ txid }) => txid === tx.txid),
        hex: tx.hex,
      };
    },
  },
};

function walletOf({ node, wallet }: Call): WatchWallet {
  return node.wallet(wallet);
}

function importOne({ node, wallet }: Call, request: z.infer<typeof importSchema>) {
  try {
    const { text, isRange } = readDescriptor(request.desc, { checksum: true });
    if (isRange && request.range === undefined) {
      throw new RpcError(RPC.invalidParameter, "Descriptor is ranged, please specify the range");
    }
    const range =
      typeof request.range === "number" ? [0, request.range] : (request.range ?? [0, 0]);
    node.append({
      t: "descriptor",
      wallet: String(wallet),
      desc: `${text}#${checksumOf(text)}`,
      range: [range[0] ?? 0, range[1] ?? 0],
      active: request.active,
      since: request.timestamp === "now" ? node.chain.ledger.tip.time : request.timestamp,
    });
    return { success: true };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { success: false, error: { code: error.code, message: error.message } };
  }
}

/** Received outputs as Core lists them; of conflicted transactions it lists none. */
function entriesOf(call: Call, wallet: WatchWallet) {
  return wallet
    .receipts()
    .map(({ tx, vout, address, sats }) => ({
      address,
      category: "receive",
      amount: btc(sats),
      label: wallet.labels.get(address),
      vout,
      abandoned: false,
      ...statusView(call, wallet, tx),
    }))
    .filter(({ confirmations }) => confirmations >= 0);
}

function statusView({ node: { chain } }: Call, wallet: WatchWallet, tx: Tx) {
  const { confirmations, block } = wallet.status(tx);
  const blocktime = block && chain.ledger.blockAt(block.height)?.time;
  return {
    confirmations,
    ...(block && { blockhash: block.hash, blockheight: block.height, blocktime }),
    ...(confirmations <= 0 && { trusted: false }),
    txid: tx.txid,
    walletconflicts: wallet.walletConflicts(tx),
    mempoolconflicts: wallet.mempoolConflicts(tx),
  };
}

/** Finds the fork of a stale block from the best chain, and the transactions of its branch since then. */
function findFork({ node: { chain } }: Call, hash: string): { fork: number; undone: string[] } {
  const undone: string[] = [];
  for (let at = hash; ;) {
    const height = chain.ledger.heightOf(at);
    if (height !== undefined) return { fork: height, undone };
    const stale = chain.ledger.staleBlock(at);
    if (!stale) throw new RpcError(RPC.invalidAddressOrKey, "Block not found");
    undone.push(...stale.txids);
    at = stale.previous;
  }
}
