import { type Chain, DEFAULT_FEE_RATE } from "../chain/chain.ts";
import { RequestError } from "../errors.ts";
import { type Ldk, unwrap } from "./ldk.ts";
import { PeerLink } from "./link.ts";
import { type BlockHeader, LightningNode } from "./node.ts";

/** The least capacity of a channel, in satoshis. */
const CAPACITY_SATS = 100_000_000;
/** Share of a payment (in percent) that stays free for the reserve and the fees of the channel. */
const MARGIN_PERCENT = 105;

/** Seeds of the two nodes, 32 bytes each. */
export type NodeSeeds = { merchant: Uint8Array; buyer: Uint8Array };

/** The funding transaction of a channel, and the block where both nodes saw it confirmed. */
type Funding = { txid: string; hex: string; block: string | null };

/**
 * The merchant's node and the buyer's on the sandbox's chain, with channels from the buyer to the merchant. The wallet
 * of the sandbox funds a channel; it is used before its funding has a confirmation, since a block mined for it would
 * confirm everything else that waits. Of later blocks both nodes learn at the next `sync`.
 */
export class Channels {
  readonly ldk: Ldk;
  readonly merchant: LightningNode;
  readonly buyer: LightningNode;
  readonly #chain: Chain;
  readonly #link: PeerLink;
  readonly #fundings: Funding[] = [];
  #tip: string;

  constructor(ldk: Ldk, chain: Chain, seeds: NodeSeeds) {
    this.ldk = ldk;
    this.#chain = chain;
    const tip = tipOf(chain);
    this.#tip = tip.hash;
    const network = ldk.Network.LDKNetwork_Regtest;
    const broadcast = (tx: Uint8Array) => this.#broadcast(tx);
    this.merchant = new LightningNode({ ldk, seed: seeds.merchant, network, tip, broadcast });
    this.buyer = new LightningNode({ ldk, seed: seeds.buyer, network, tip, broadcast });
    this.#link = new PeerLink(ldk, this.buyer, this.merchant);
    this.#open(CAPACITY_SATS);
  }

  /** Carries all messages between the nodes. */
  exchange(): void {
    this.#link.exchange();
  }

  /** Whether a reorganisation took a funding transaction off the chain: LDK closes such a channel. */
  get areReorganized(): boolean {
    return this.#fundings.some(
      ({ txid, block }) => block !== null && this.#blockOf(txid)?.hash !== block,
    );
  }

  /** Brings both nodes to the newest block and the present time. */
  sync(): void {
    const { tip } = this.#chain.ledger;
    if (tip.hash !== this.#tip) {
      for (const funding of this.#fundings) this.#confirm(funding);
      this.#tip = tip.hash;
      for (const node of [this.merchant, this.buyer]) node.updateTip(tipOf(this.#chain));
    }
    for (const node of [this.merchant, this.buyer]) node.updateClock();
    this.exchange();
  }

  /** Opens another channel if the buyer could not pay `msat` over the present ones. */
  ensureCapacity(msat: bigint): void {
    const needed = (msat * BigInt(MARGIN_PERCENT)) / 100n;
    const usable = this.buyer.manager.list_usable_channels();
    if (usable.some((channel) => channel.get_outbound_capacity_msat() >= needed)) return;
    const sats = Number(needed / 1000n);
    this.#open(Math.max(CAPACITY_SATS, sats * 2));
  }

  /** Funds a channel by a transaction of the sandbox's wallet. */
  #open(capacitySats: number): void {
    const { buyer, merchant, ldk } = this;
    const sats = BigInt(capacitySats);
    const known = this.buyer.manager.list_usable_channels().length;
    unwrap(
      buyer.manager.create_channel(
        merchant.id,
        sats,
        0n,
        BigInt(this.#fundings.length),
        null,
        null,
      ),
      "opening a channel",
    );
    this.exchange();
    for (const request of merchant.takeEvents(ldk.Event_OpenChannelRequest)) {
      unwrap(
        merchant.manager.accept_inbound_channel_from_trusted_peer_0conf(
          request.temporary_channel_id,
          request.counterparty_node_id,
          BigInt(this.#fundings.length),
        ),
        "accepting a channel",
      );
    }
    this.exchange();
    const [ready] = buyer.takeEvents(ldk.Event_FundingGenerationReady);
    if (ready === undefined) throw new Error("the channel was not accepted");
    const hex = this.#chain.wallet.buildPayment({
      payees: [{ script: Buffer.from(ready.output_script).toString("hex"), value: capacitySats }],
      coins: this.#chain.coins(),
      feeRate: DEFAULT_FEE_RATE,
    });
    unwrap(
      buyer.manager.funding_transaction_generated(
        ready.temporary_channel_id,
        merchant.id,
        Buffer.from(hex, "hex"),
      ),
      "funding a channel",
    );
    this.exchange();
    if (buyer.manager.list_usable_channels().length <= known) {
      throw new Error("the channel did not become usable");
    }
  }

  #broadcast(tx: Uint8Array): void {
    const hex = Buffer.from(tx).toString("hex");
    try {
      this.#fundings.push({ txid: this.#chain.broadcast(hex), hex, block: null });
    } catch (error) {
      // Such as the closing transaction of a channel whose funding was reorganised away.
      if (!(error instanceof RequestError)) throw error;
    }
  }

  #confirm(funding: Funding): void {
    const block = this.#blockOf(funding.txid);
    if (funding.block !== null || block === undefined) return;
    const position = this.#chain.ledger.place(funding.txid)?.position ?? 0;
    for (const node of [this.merchant, this.buyer]) {
      node.confirmTransaction(block, position, Buffer.from(funding.hex, "hex"));
    }
    funding.block = block.hash;
  }

  #blockOf(txid: string): BlockHeader | undefined {
    const place = this.#chain.ledger.place(txid);
    return place && headerAt(this.#chain, place.height);
  }
}

/** Returns the newest block. */
export function tipOf(chain: Chain): BlockHeader {
  return headerAt(chain, chain.ledger.tip.height);
}

function headerAt(chain: Chain, height: number): BlockHeader {
  const block = chain.ledger.blockAt(height);
  if (block === undefined) throw new Error(`there is no block at height ${height}`);
  return { header: Buffer.from(block.header, "hex"), hash: block.hash, height };
}
