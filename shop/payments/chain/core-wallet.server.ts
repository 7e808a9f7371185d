import { z } from "zod";
import type { AccountKey, Network } from "../wallet/address.ts";
import {
  coreUnavailable,
  CoreError,
  type CoreRpc,
  parseResult,
  type RpcResponse,
  type RpcCall,
} from "./core-rpc.server.ts";
import { withChecksum } from "../wallet/descriptor.ts";
import { MINUTE_MS } from "#lib/time.ts";

/** The shop's watch-only wallet in Bitcoin Core. */
export interface CoreWallet {
  name: string;
  network: Network;
  /** Null with the fixed address. */
  key: AccountKey | null;
  /** Returns how many addresses of the key were issued, and when the oldest one still watched was. */
  issued: () => Promise<{ nextIndex: number; since: Date | null }>;
}

/** Sends calls to the opened wallet, after importing `address` into it if one is given. */
export type CallWallet = (calls: readonly RpcCall[], address?: string) => Promise<RpcResponse[]>;

/**
 * The oldest version that supports all calls: wallets are descriptor wallets by default since 23.0
 * (https://bitcoincore.org/en/releases/23.0/). `mempoolconflicts` came with 28.0 and is optional.
 */
const MIN_VERSION = 230_000;
/** Addresses beyond the last issued one that the wallet has to watch, and by how many the range grows. */
const AHEAD = 100;
const GROWTH = 200;
/** An import rescans blocks, which takes minutes for a month of them; the scan continues after the timeout. */
const IMPORT_TIMEOUT_MS = MINUTE_MS;

const chains: Record<Network, readonly string[]> = {
  mainnet: ["main"],
  testnet: ["test", "testnet4"],
  signet: ["signet"],
  regtest: ["regtest"],
};

// From Bitcoin Core's src/rpc/protocol.h.
const WALLET_NOT_FOUND = -18;
const ALREADY_LOADED = -35;

const nodeSchema = z.tuple([z.object({ version: z.int() }), z.object({ chain: z.string() })]);
const infoSchema = z.object({
  private_keys_enabled: z.boolean(),
  scanning: z.union([z.literal(false), z.object({ progress: z.number() })]),
});
const pruningSchema = z.object({ pruneheight: z.int().optional() });
const descriptorsSchema = z.object({
  descriptors: z.array(
    z.object({ desc: z.string(), range: z.tuple([z.int(), z.int()]).optional() }),
  ),
});
const importedSchema = z.array(
  z.object({ success: z.boolean(), error: z.object({ message: z.string() }).optional() }),
);

/**
 * Returns a function that calls the wallet. The wallet is loaded with the first call, created if there is none, and
 * watches the key's descriptor with a range ahead of the issued addresses, or single addresses. Throws
 * ChainUnavailable with the problem in words.
 */
export function openCoreWallet(rpc: CoreRpc, wallet: CoreWallet): CallWallet {
  let open = false;
  let knownUpTo = -1;
  let preparing: Promise<void> | null = null;
  const labelled = new Set<string>();

  const callWallet: CallWallet = async (calls, address) => {
    try {
      // Concurrent calls share one preparation.
      await (preparing ??= prepare().finally(() => (preparing = null)));
      if (address) await watchAddress(address);
      const [info, ...responses] = await rpc([["getwalletinfo"], ...calls], {
        wallet: wallet.name,
      });
      checkWalletInfo(info);
      return responses;
    } catch (error) {
      // A restarted node has to load the wallet again.
      if (error instanceof CoreError) open = false;
      throw error;
    }
  };
  return callWallet;

  async function call<T>(
    schema: z.core.$ZodType<T>,
    name: string,
    params?: Record<string, unknown>,
  ) {
    const timeoutMs = name === "importdescriptors" ? IMPORT_TIMEOUT_MS : undefined;
    const responses = await rpc([[name, params]], { wallet: wallet.name, timeoutMs });
    return parseResult(schema, responses[0]);
  }

  async function prepare(): Promise<void> {
    if (!open) await loadWallet();
    open = true;
    await extendWatchedRange();
  }

  async function loadWallet(): Promise<void> {
    const [{ version }, { chain }] = parseResult(
      nodeSchema,
      combineResponses(await rpc([["getnetworkinfo"], ["getblockchaininfo"]])),
    );
    if (version < MIN_VERSION) throw coreUnavailable("is too old: version 23 or later is needed");
    if (!chains[wallet.network].includes(chain))
      throw coreUnavailable(`is on the network "${chain}", the shop on "${wallet.network}"`);
    const [loaded] = await rpc([["loadwallet", { filename: wallet.name }]]);
    if (loaded?.error?.code === WALLET_NOT_FOUND) {
      const params = { wallet_name: wallet.name, disable_private_keys: true, blank: true };
      parseResult(z.unknown(), (await rpc([["createwallet", params]]))[0]);
    } else if (loaded?.error && loaded.error.code !== ALREADY_LOADED) {
      throw new CoreError(loaded.error);
    }
    checkWalletInfo((await rpc([["getwalletinfo"]], { wallet: wallet.name }))[0]);
    labelled.clear();
    knownUpTo = -1;
  }

  function checkWalletInfo(response: RpcResponse | undefined): void {
    const { private_keys_enabled: hasPrivateKeys, scanning } = parseResult(infoSchema, response);
    if (hasPrivateKeys)
      throw coreUnavailable(`has private keys in the wallet "${wallet.name}": name another one`);
    if (scanning)
      throw coreUnavailable(`looks through old blocks (${formatPercent(scanning.progress)})`);
  }

  /** Imports the descriptor with a range ahead of the issued addresses, so that each is watched before it is issued. */
  async function extendWatchedRange(): Promise<void> {
    if (!wallet.key) return;
    const { nextIndex, since } = await wallet.issued();
    if (knownUpTo >= nextIndex + AHEAD) return;
    const { descriptor } = await call(z.object({ descriptor: z.string() }), "getdescriptorinfo", {
      descriptor: wallet.key.descriptor,
    });
    const { descriptors } = await call(descriptorsSchema, "listdescriptors");
    const known = descriptors.find(({ desc }) => desc === descriptor);
    const lastKnown = known?.range?.[1] ?? -1;
    if (lastKnown < nextIndex + AHEAD) {
      const range = [0, Math.max(lastKnown, nextIndex + AHEAD + GROWTH)];
      const timestamp = known ? "now" : await startOfScan(since);
      await importDescriptor({ desc: descriptor, range, timestamp, active: true, internal: false });
      knownUpTo = range[1] ?? -1;
    } else {
      knownUpTo = lastKnown;
    }
  }

  /** Labels an address with itself, because the wallet lists transactions by label; imports it if it is unknown. */
  async function watchAddress(address: string): Promise<void> {
    if (labelled.has(address)) return;
    const schema = z.object({ ismine: z.boolean(), labels: z.array(z.string()) });
    const { ismine: isKnown, labels } = await call(schema, "getaddressinfo", { address });
    if (!isKnown) {
      // The fixed address, or one of an earlier key of the shop.
      const { since } = await wallet.issued();
      await importDescriptor({
        desc: withChecksum(`addr(${address})`),
        timestamp: await startOfScan(since),
      });
    }
    if (!labels.includes(address)) await call(z.null(), "setlabel", { address, label: address });
    labelled.add(address);
  }

  /** Returns the time from which on blocks are rescanned; throws when the node has pruned blocks since then. */
  async function startOfScan(since: Date | null): Promise<number | "now"> {
    if (!since) return "now";
    const seconds = Math.floor(since.getTime() / 1000);
    const { pruneheight: height } = await call(pruningSchema, "getblockchaininfo");
    if (height !== undefined) {
      const blockhash = await call(z.string(), "getblockhash", { height });
      const { time } = await call(z.object({ time: z.int() }), "getblockheader", { blockhash });
      if (time > seconds)
        throw coreUnavailable(
          `has pruned the blocks since ${since.toISOString().slice(0, 10)}, when the oldest address that is still watched was issued`,
        );
    }
    return seconds;
  }

  async function importDescriptor(request: Record<string, unknown>): Promise<void> {
    const [imported] = await call(importedSchema, "importdescriptors", { requests: [request] });
    if (!imported?.success)
      throw coreUnavailable(
        `cannot watch the shop's addresses: ${imported?.error?.message ?? "no reason given"}`,
      );
  }
}

/** Combines responses into one: the first error, or an array of all results. */
function combineResponses(responses: readonly RpcResponse[]): RpcResponse {
  const failed = responses.find(({ error }) => error);
  return failed ?? { result: responses.map(({ result }) => result), error: null };
}

function formatPercent(part: number): string {
  return `${Math.floor(part * 100)} %`;
}
