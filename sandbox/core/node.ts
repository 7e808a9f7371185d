import { z } from "zod";
import type { Chain } from "../chain/chain.ts";
import type { Journal } from "../journal.ts";
import { RPC, RpcError } from "./errors.ts";
import { WatchWallet } from "./watch-wallet.ts";

/** A line of core.jsonl: a change of the node's wallets. */
export const coreRecord = z.discriminatedUnion("t", [
  z.object({ t: z.literal("wallet"), name: z.string() }),
  z.object({
    t: z.literal("descriptor"),
    wallet: z.string(),
    desc: z.string(),
    range: z.tuple([z.int(), z.int()]),
    active: z.boolean(),
    since: z.number(),
  }),
  z.object({ t: z.literal("label"), wallet: z.string(), address: z.string(), label: z.string() }),
]);
type CoreRecord = z.infer<typeof coreRecord>;

/** The pretend Bitcoin Core: a node of the sandbox's chain with its watch-only wallets, stored across restarts. */
export class CoreNode {
  readonly chain: Chain;
  readonly #journal: Journal<CoreRecord>;
  readonly #wallets = new Map<string, WatchWallet>();
  // As after any start of a node, none is loaded.
  readonly #loaded = new Set<string>();

  constructor(chain: Chain, journal: Journal<CoreRecord>) {
    this.chain = chain;
    this.#journal = journal;
    for (const record of journal.past) this.#apply(record);
  }

  get loaded(): string[] {
    return [...this.#loaded];
  }

  create(name: string): void {
    if (this.#wallets.has(name)) {
      throw new RpcError(
        RPC.wallet,
        `Failed to create database path '${name}'. Database already exists.`,
      );
    }
    this.append({ t: "wallet", name });
    this.#loaded.add(name);
  }

  load(name: string): void {
    if (!this.#wallets.has(name)) {
      throw new RpcError(
        RPC.walletNotFound,
        `Wallet file verification failed. Failed to load database path '${name}'. Path does not exist.`,
      );
    }
    if (this.#loaded.has(name)) {
      throw new RpcError(RPC.walletAlreadyLoaded, `Wallet "${name}" is already loaded.`);
    }
    this.#loaded.add(name);
  }

  /** Returns the loaded wallet of a request's path, after a scan for new payments. */
  wallet(name: string | null): WatchWallet {
    if (name === null) throw new RpcError(RPC.walletNotSpecified, "Wallet file not specified");
    const wallet = this.#loaded.has(name) ? this.#wallets.get(name) : undefined;
    if (!wallet) {
      throw new RpcError(RPC.walletNotFound, "Requested wallet does not exist or is not loaded");
    }
    wallet.scan();
    return wallet;
  }

  append(record: CoreRecord): void {
    this.#journal.append(record);
    this.#apply(record);
  }

  #apply(record: CoreRecord): void {
    if (record.t === "wallet") {
      this.#wallets.set(record.name, new WatchWallet(this.chain.ledger));
      return;
    }
    const wallet = this.#wallets.get(record.wallet);
    if (record.t === "label") wallet?.labels.set(record.address, record.label);
    else wallet?.add(record);
  }
}

/** The target of a call: the node, or one of its wallets; `txindex` as the node's option of this name. */
export type Call = { node: CoreNode; wallet: string | null; txindex: boolean };

/** A method and the names of its parameters, in their order. */
export type Method = {
  params: readonly string[];
  call: (call: Call, given: Record<string, unknown>) => unknown;
};
