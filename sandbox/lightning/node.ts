import { randomBytes } from "node:crypto";
import type * as LdkTypes from "lightningdevkit";
import { internalHash } from "../chain/hash.ts";
import { MAX_SATS } from "../chain/tx.ts";
import type { Ldk } from "./ldk.ts";

/** A block as LDK wants it: its header (80 bytes), hash as displayed, and height. */
export type BlockHeader = { header: Buffer; hash: string; height: number };

type NodeOptions = {
  ldk: Ldk;
  /** 32 bytes. The node's identity and the secrets of its invoices follow from it. */
  seed: Uint8Array;
  network: LdkTypes.Network;
  tip: BlockHeader;
  /** Takes a raw transaction to be broadcast. */
  broadcast: (tx: Uint8Array) => void;
};

// The least that Bitcoin Core relays, in sats per 1,000 weight units, is also the least that LDK accepts.
const FEE_RATE = 253;

/**
 * A Lightning node in this process, driven by hand: it has no threads, timers or sockets, and acts only when one of
 * its methods is called. Its channels live in memory alone.
 */
export class LightningNode {
  readonly id: Uint8Array;
  readonly manager: LdkTypes.ChannelManager;
  readonly peers: LdkTypes.PeerManager;
  /** The events since the last look. */
  readonly events: LdkTypes.Event[] = [];
  readonly #ldk: Ldk;
  readonly #monitor: LdkTypes.ChainMonitor;
  readonly #handler: LdkTypes.EventHandler;
  // LDK frees an object when its wrapper is collected as garbage, whether or not another one still uses it.
  readonly #referenced: unknown[];
  #tip: BlockHeader;

  constructor({ ldk, seed, network, tip, broadcast }: NodeOptions) {
    const now = Math.floor(Date.now() / 1000);
    this.#ldk = ldk;
    this.#tip = tip;
    const fees = ldk.FeeEstimator.new_impl({ get_est_sat_per_1000_weight: () => FEE_RATE });
    const broadcaster = ldk.BroadcasterInterface.new_impl({
      broadcast_transactions: (txs) => txs.forEach((tx) => broadcast(tx)),
    });
    const logger = ldk.Logger.new_impl({ log: () => {} });
    const done = ldk.ChannelMonitorUpdateStatus.LDKChannelMonitorUpdateStatus_Completed;
    const persist = ldk.Persist.new_impl({
      persist_new_channel: () => done,
      update_persisted_channel: () => done,
      archive_persisted_channel: () => {},
    });
    const noFilter = ldk.Option_FilterZ.constructor_none();
    this.#monitor = ldk.ChainMonitor.constructor_new(noFilter, broadcaster, logger, fees, persist);
    const keys = ldk.KeysManager.constructor_new(seed, BigInt(now), randomBytes(4).readUInt32LE());
    const graph = ldk.NetworkGraph.constructor_new(network, logger);
    const decay = ldk.ProbabilisticScoringDecayParameters.constructor_default();
    const scorer = ldk.ProbabilisticScorer.constructor_new(decay, graph, logger);
    const scores = ldk.MultiThreadedLockableScore.constructor_new(scorer.as_Score());
    const router = ldk.DefaultRouter.constructor_new(
      graph,
      logger,
      keys.as_EntropySource(),
      scores.as_LockableScore(),
      ldk.ProbabilisticScoringFeeParameters.constructor_default(),
    );
    const messages = ldk.DefaultMessageRouter.constructor_new(graph, keys.as_EntropySource());
    const config = channelConfig(ldk);
    const best = ldk.BestBlock.constructor_new(internalHash(tip.hash), tip.height);
    const parameters = ldk.ChainParameters.constructor_new(network, best);
    this.manager = ldk.ChannelManager.constructor_new(
      fees,
      this.#monitor.as_Watch(),
      broadcaster,
      router.as_Router(),
      messages.as_MessageRouter(),
      logger,
      keys.as_EntropySource(),
      keys.as_NodeSigner(),
      keys.as_SignerProvider(),
      config,
      parameters,
      now,
    );
    const ignore = ldk.IgnoringMessageHandler.constructor_new();
    this.peers = ldk.PeerManager.constructor_new(
      this.manager.as_ChannelMessageHandler(),
      ignore.as_RoutingMessageHandler(),
      ignore.as_OnionMessageHandler(),
      ignore.as_CustomMessageHandler(),
      now,
      randomBytes(32),
      logger,
      keys.as_NodeSigner(),
    );
    this.#handler = ldk.EventHandler.new_impl({
      handle_event: (event) => {
        this.events.push(event);
        return ldk.Result_NoneReplayEventZ.constructor_ok();
      },
    });
    this.id = this.manager.get_our_node_id();
    this.#referenced = [fees, broadcaster, logger, persist, noFilter, keys, graph, decay, scorer];
    this.#referenced.push(scores, router, messages, config, best, parameters, ignore);
  }

  /** Moves what happened inside LDK to `events`. */
  collectEvents(): void {
    this.manager.as_EventsProvider().process_pending_events(this.#handler);
    this.#monitor.as_EventsProvider().process_pending_events(this.#handler);
  }

  /** Returns the events of one kind and removes them. */
  takeEvents<T extends LdkTypes.Event>(kind: { readonly prototype: T }): T[] {
    const isKind = (event: LdkTypes.Event): event is T =>
      Object.prototype.isPrototypeOf.call(kind.prototype, event);
    const taken = this.events.filter(isKind);
    this.events.splice(0, Infinity, ...this.events.filter((event) => !isKind(event)));
    return taken;
  }

  /** Takes the newest block. Blocks without one of this node's transactions may be skipped. */
  updateTip(tip: BlockHeader): void {
    this.#tip = tip;
    for (const part of this.#confirmables()) part.best_block_updated(tip.header, tip.height);
  }

  confirmTransaction(block: BlockHeader, position: number, tx: Uint8Array): void {
    const pair = this.#ldk.TwoTuple_usizeTransactionZ.constructor_new(position, tx);
    for (const part of this.#confirmables()) {
      part.transactions_confirmed(block.header, [pair], block.height);
    }
  }

  /**
   * Sets LDK's clock. Without a clock of its own it takes the time of the latest header it has seen, which on this
   * chain can be hours ago; the true header follows at once, and the clock never goes back.
   */
  updateClock(): void {
    const header = Buffer.from(this.#tip.header);
    header.writeUInt32LE(Math.floor(Date.now() / 1000), 68);
    this.manager.as_Confirm().best_block_updated(header, this.#tip.height);
    this.manager.as_Confirm().best_block_updated(this.#tip.header, this.#tip.height);
  }

  #confirmables(): LdkTypes.Confirm[] {
    return [this.manager.as_Confirm(), this.#monitor.as_Confirm()];
  }
}

function channelConfig(ldk: Ldk): LdkTypes.UserConfig {
  const config = ldk.UserConfig.constructor_default();
  const handshake = ldk.ChannelHandshakeConfig.constructor_default();
  // Otherwise one payment may take a tenth of the channel at most.
  handshake.set_max_inbound_htlc_value_in_flight_percent_of_channel(100);
  config.set_channel_handshake_config(handshake);
  const limits = ldk.ChannelHandshakeLimits.constructor_default();
  limits.set_max_funding_satoshis(BigInt(MAX_SATS));
  config.set_channel_handshake_limits(limits);
  // So that a channel can be accepted before its funding has a confirmation.
  config.set_manually_accept_inbound_channels(true);
  return config;
}
