import { z } from "zod";
import type { AccountKey, Network } from "../wallet/address.ts";
import {
  coreProblem,
  CoreError,
  type CoreRpc,
  resultOf,
  type RpcResponse,
  type RpcCall,
} from "./core-rpc.server.ts";
import { withChecksum } from "../wallet/descriptor.ts";
import { MINUTE_MS } from "#lib/time.ts";

/** The shop's watch-only wallet in Bitcoin Core, and what it has to know. */
export interface CoreWallet {
  name: string;
  network: Network;
  /** Null with the one fixed address. */
  key: AccountKey | null;
  /** How many addresses of the key were handed out, and when the oldest of the watched ones was. */
  issued: () => Promise<{ nextIndex: number; since: Date | null }>;
}

/** Runs calls on the opened wallet, which knows `address` then, if one is named. */
export type CallWallet = (calls: readonly RpcCall[], address?: string) => Promise<RpcResponse[]>;

/**
 * The oldest version with all that is called: wallets are descriptor wallets by default since 23.0
 * (https://bitcoincore.org/en/releases/23.0/). `mempoolconflicts` came with 28.0 and is optional.
 */
const MIN_VERSION = 230_000;
/** Addresses beyond the last one handed out that the wallet has to know, and by how many they grow. */
const AHEAD = 100;
const GROWTH = 200;
/** A wallet looks through blocks for what it is told to watch: for a month that takes minutes. */
const IMPORT_TIMEOUT_MS = MINUTE_MS;

const chains: Record<Network, readonly string[]> = {
  mainnet: ["main"],
  testnet: ["test", "testnet4"],
  signet: ["signet"],
  regtest: ["regtest"],
};

// Of Core's src/rpc/protocol.h.
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
 * Opens the wallet when it is first needed: makes it if there is none, tells it the key's descriptor with a
 * range ahead of what was handed out, or single addresses. Throws ChainUnavailable with what is wrong.
 */
export function openCoreWallet(rpc: CoreRpc, wallet: CoreWallet): CallWallet {
  let open = false;
  let knownUpTo = -1;
  let preparing: Promise<void> | null = null;
  const labelled = new Set<string>();

  const ask: CallWallet = async (calls, address) => {
    try {
      // Those who ask at the same moment wait for the same preparation.
      await (preparing ??= prepare().finally(() => (preparing = null)));
      if (address) await watch(address);
      const [info, ...answers] = await rpc([["getwalletinfo"], ...calls], { wallet: wallet.name });
      checkInfo(info);
      return answers;
    } catch (error) {
      // A node that was restarted has to load the wallet again.
      if (error instanceof CoreError) open = false;
      throw error;
    }
  };
  return ask;

  async function call<T>(schema: z.ZodType<T>, name: string, params?: Record<string, unknown>) {
    const timeoutMs = name === "importdescriptors" ? IMPORT_TIMEOUT_MS : undefined;
    const answers = await rpc([[name, params]], { wallet: wallet.name, timeoutMs });
    return resultOf(schema, answers[0]);
  }

  async function prepare(): Promise<void> {
    if (!open) await openIt();
    open = true;
    await lookAhead();
  }

  async function openIt(): Promise<void> {
    const [{ version }, { chain }] = resultOf(
      nodeSchema,
      joined(await rpc([["getnetworkinfo"], ["getblockchaininfo"]])),
    );
    if (version < MIN_VERSION) throw coreProblem("is too old: version 23 or later is needed");
    if (!chains[wallet.network].includes(chain))
      throw coreProblem(`is on the network "${chain}", the shop on "${wallet.network}"`);
    const [loaded] = await rpc([["loadwallet", { filename: wallet.name }]]);
    if (loaded?.error?.code === WALLET_NOT_FOUND) {
      const params = { wallet_name: wallet.name, disable_private_keys: true, blank: true };
      resultOf(z.unknown(), (await rpc([["createwallet", params]]))[0]);
    } else if (loaded?.error && loaded.error.code !== ALREADY_LOADED) {
      throw new CoreError(loaded.error);
    }
    checkInfo((await rpc([["getwalletinfo"]], { wallet: wallet.name }))[0]);
    labelled.clear();
    knownUpTo = -1;
  }

  function checkInfo(answer: RpcResponse | undefined): void {
    const { private_keys_enabled: hasPrivateKeys, scanning } = resultOf(infoSchema, answer);
    if (hasPrivateKeys)
      throw coreProblem(`has private keys in the wallet "${wallet.name}": name another one`);
    if (scanning) throw coreProblem(`looks through old blocks (${percent(scanning.progress)})`);
  }

  /** Sees to it that the wallet knows addresses before they are handed out. */
  async function lookAhead(): Promise<void> {
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
      await importOne({ desc: descriptor, range, timestamp, active: true, internal: false });
      knownUpTo = range[1] ?? -1;
    } else {
      knownUpTo = lastKnown;
    }
  }

  /** The wallet lists what an address received by its label, so that each has itself for one. */
  async function watch(address: string): Promise<void> {
    if (labelled.has(address)) return;
    const schema = z.object({ ismine: z.boolean(), labels: z.array(z.string()) });
    const { ismine: isKnown, labels } = await call(schema, "getaddressinfo", { address });
    if (!isKnown) {
      // The fixed address, or one of a key that the shop had before.
      const { since } = await wallet.issued();
      await importOne({
        desc: withChecksum(`addr(${address})`),
        timestamp: await startOfScan(since),
      });
    }
    if (!labels.includes(address)) await call(z.null(), "setlabel", { address, label: address });
    labelled.add(address);
  }

  /** From when on old blocks have to be looked through; a node that threw them away cannot. */
  async function startOfScan(since: Date | null): Promise<number | "now"> {
    if (!since) return "now";
    const seconds = Math.floor(since.getTime() / 1000);
    const { pruneheight: height } = await call(pruningSchema, "getblockchaininfo");
    if (height !== undefined) {
      const blockhash = await call(z.string(), "getblockhash", { height });
      const { time } = await call(z.object({ time: z.int() }), "getblockheader", { blockhash });
      if (time > seconds)
        throw coreProblem(
          `has pruned the blocks since ${since.toISOString().slice(0, 10)}, when the oldest address that is still watched was handed out`,
        );
    }
    return seconds;
  }

  async function importOne(request: Record<string, unknown>): Promise<void> {
    const [imported] = await call(importedSchema, "importdescriptors", { requests: [request] });
    if (!imported?.success)
      throw coreProblem(
        `cannot watch the shop's addresses: ${imported?.error?.message ?? "no reason given"}`,
      );
  }
}

/** Several answers as one: the first that is a refusal, or all results. */
function joined(answers: readonly RpcResponse[]): RpcResponse {
  const failed = answers.find(({ error }) => error);
  return failed ?? { result: answers.map(({ result }) => result), error: null };
}

function percent(part: number): string {
  return `${Math.floor(part * 100)} %`;
}
