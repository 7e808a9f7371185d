import type * as LdkTypes from "lightningdevkit";
import type { Chain } from "../chain/chain.ts";
import { RequestError } from "../errors.ts";
import { Channels, type NodeSeeds, tipOf } from "./channels.ts";
import { type Ldk, unwrap } from "./ldk.ts";
import { LightningNode } from "./node.ts";

export type Bitcoin = "mainnet" | "regtest";

export type InvoiceRequest = { msat: number | null; memo: string; expirySeconds: number };

/** A BOLT 11 invoice as LDK reads it; times in Unix milliseconds. */
export type DecodedInvoice = {
  hash: string;
  msat: number | null;
  memo: string;
  isRegtest: boolean;
  expiresAt: number;
};

/** What the merchant does about a payment, and what is to be known of payments. */
export type PaymentHandlers = {
  onArrival: (hash: string) => "claim" | "hold" | "reject";
  onSettled: (hash: string, msat: number) => void;
  onSent: (hash: string) => void;
};

/** The result of a payment: on its way while the merchant holds it. */
export type SendResult = { status: "paid" | "pending" } | { status: "failed"; reason: string };

/** The Lightning network of the sandbox: makes the merchant's invoices and pays with the buyer's node. */
export class LightningNetwork {
  readonly #ldk: Ldk;
  readonly #chain: Chain;
  readonly #seeds: NodeSeeds;
  readonly #handlers: PaymentHandlers;
  readonly #sent = new Map<string, SendResult>();
  // LDK frees what is no longer referenced, in any order.
  readonly #retired: Channels[] = [];
  #channels: Channels;
  #foreign: LightningNode | undefined;

  constructor(ldk: Ldk, chain: Chain, seeds: NodeSeeds, handlers: PaymentHandlers) {
    this.#ldk = ldk;
    this.#chain = chain;
    this.#seeds = seeds;
    this.#handlers = handlers;
    this.#channels = new Channels(ldk, chain, seeds);
  }

  /** The public key of the merchant's node, in hex. */
  get nodeId(): string {
    return Buffer.from(this.#channels.merchant.id).toString("hex");
  }

  get buyerId(): string {
    return Buffer.from(this.#channels.buyer.id).toString("hex");
  }

  channels(): LdkTypes.ChannelDetails[] {
    return this.#current().merchant.manager.list_usable_channels();
  }

  /** Makes an invoice of the merchant's node; one of the main network cannot be paid here. */
  createInvoice({ msat, memo, expirySeconds }: InvoiceRequest, bitcoin: Bitcoin) {
    const ldk = this.#ldk;
    const { merchant } = this.#current();
    const { manager } = bitcoin === "mainnet" ? this.#onMainnet() : merchant;
    const description = unwrap(
      ldk.Description.constructor_new(memo),
      "describing an invoice",
    ) as LdkTypes.Description;
    const invoice = unwrap(
      manager.create_bolt11_invoice(
        msat === null
          ? ldk.Option_u64Z.constructor_none()
          : ldk.Option_u64Z.constructor_some(BigInt(msat)),
        ldk.Bolt11InvoiceDescription.constructor_direct(description),
        ldk.Option_u32Z.constructor_some(expirySeconds),
        ldk.Option_u16Z.constructor_none(),
        ldk.Option_ThirtyTwoBytesZ.constructor_none(),
      ),
      "making an invoice",
    ) as LdkTypes.Bolt11Invoice;
    const hash = invoice.payment_hash();
    const secret = invoice.payment_secret();
    const preimage = unwrap(
      manager.get_payment_preimage(hash, secret),
      "deriving a preimage",
    ) as Uint8Array;
    const createdAt = Number(invoice.duration_since_epoch()) * 1000;
    return {
      hash: hex(hash),
      preimage: hex(preimage),
      secret: hex(secret),
      bolt11: invoice.to_str(),
      createdAt,
      expiresAt: createdAt + expirySeconds * 1000,
    };
  }

  /** Reads an invoice in any case; throws RequestError. */
  readInvoice(text: string): DecodedInvoice {
    const invoice = this.#parse(text);
    const amount = invoice.amount_milli_satoshis();
    const description = invoice.into_signed_raw().raw_invoice().description() as
      | LdkTypes.Description
      | undefined;
    return {
      hash: hex(invoice.payment_hash()),
      msat: amount instanceof this.#ldk.Option_u64Z_Some ? Number(amount.some) : null,
      memo: description?.to_str() ?? "",
      isRegtest: invoice.currency() === this.#ldk.Currency.LDKCurrency_Regtest,
      expiresAt: Number(invoice.duration_since_epoch() + invoice.expiry_time()) * 1000,
    };
  }

  /** Pays an invoice with the buyer's node. */
  send(text: string, msat: number): SendResult {
    const ldk = this.#ldk;
    const channels = this.#current();
    const invoice = this.#parse(text);
    const hash = hex(invoice.payment_hash());
    channels.ensureCapacity(BigInt(msat));
    const hasAmount = invoice.amount_milli_satoshis() instanceof ldk.Option_u64Z_Some;
    const parameters = unwrap(
      hasAmount
        ? ldk.UtilMethods.constructor_payment_parameters_from_invoice(invoice)
        : ldk.UtilMethods.constructor_payment_parameters_from_variable_amount_invoice(
            invoice,
            BigInt(msat),
          ),
      "reading the payment parameters",
    ) as LdkTypes.ThreeTuple_ThirtyTwoBytesRecipientOnionFieldsRouteParametersZ;
    const route = ldk.RouteParameters.constructor_from_payment_params_and_value(
      parameters.get_c().get_payment_params(),
      BigInt(msat),
    );
    const started = channels.buyer.manager.send_payment(
      parameters.get_a(),
      parameters.get_b(),
      parameters.get_a(),
      route,
      ldk.Retry.constructor_attempts(0),
    );
    if (!started.is_ok()) return { status: "failed", reason: "No route leads to the payee" };
    this.#process();
    const result = this.#sent.get(hash) ?? { status: "pending" };
    this.#sent.delete(hash);
    return result;
  }

  /** Settles a payment that was held. */
  claim(preimage: string): void {
    this.#channels.merchant.manager.claim_funds(Buffer.from(preimage, "hex"));
    this.#process();
  }

  /** Returns the channels at the newest block, or new ones after a reorganisation that closed them. */
  #current(): Channels {
    if (this.#channels.areReorganized) {
      this.#retired.push(this.#channels);
      this.#channels = new Channels(this.#ldk, this.#chain, this.#seeds);
    }
    this.#channels.sync();
    return this.#channels;
  }

  #onMainnet(): LightningNode {
    this.#foreign ??= new LightningNode({
      ldk: this.#ldk,
      seed: this.#seeds.merchant,
      network: this.#ldk.Network.LDKNetwork_Bitcoin,
      tip: tipOf(this.#chain),
      broadcast: () => {},
    });
    this.#foreign.updateClock();
    return this.#foreign;
  }

  /** Lets both nodes act until all payments have arrived, and reports what became of them. */
  #process(): void {
    const { merchant, buyer } = this.#channels;
    const ldk = this.#ldk;
    for (let isBusy = true; isBusy;) {
      this.#channels.exchange();
      const arrived = merchant.takeEvents(ldk.Event_PaymentClaimable);
      isBusy = arrived.length > 0;
      for (const { payment_hash: hash, purpose } of arrived) {
        const decision = this.#handlers.onArrival(hex(hash));
        if (decision === "reject") merchant.manager.fail_htlc_backwards(hash);
        if (decision === "claim") merchant.manager.claim_funds(preimageOf(purpose));
      }
    }
    for (const { payment_hash: hash, amount_msat: msat } of merchant.takeEvents(
      ldk.Event_PaymentClaimed,
    )) {
      this.#handlers.onSettled(hex(hash), Number(msat));
    }
    for (const { payment_hash: hash } of buyer.takeEvents(ldk.Event_PaymentSent)) {
      this.#sent.set(hex(hash), { status: "paid" });
      this.#handlers.onSent(hex(hash));
    }
    for (const { payment_id: hash, reason } of buyer.takeEvents(ldk.Event_PaymentFailed)) {
      this.#sent.set(hex(hash), { status: "failed", reason: reasonOf(ldk, reason) });
    }
    merchant.events.length = 0;
    buyer.events.length = 0;
  }

  #parse(text: string): LdkTypes.Bolt11Invoice {
    const result = this.#ldk.Bolt11Invoice.constructor_from_str(text.trim().toLowerCase());
    if (result.is_ok()) return unwrap(result, "reading an invoice") as LdkTypes.Bolt11Invoice;
    throw new RequestError("This is not a valid Lightning invoice");
  }
}

function preimageOf(purpose: LdkTypes.PaymentPurpose): Uint8Array {
  const { payment_preimage: preimage } = purpose as LdkTypes.PaymentPurpose_Bolt11InvoicePayment;
  return (preimage as LdkTypes.Option_ThirtyTwoBytesZ_Some).some;
}

function reasonOf(ldk: Ldk, reason: LdkTypes.Option_PaymentFailureReasonZ): string {
  if (!(reason instanceof ldk.Option_PaymentFailureReasonZ_Some)) return "The payment failed";
  const { PaymentFailureReason: Reason } = ldk;
  if (reason.some === Reason.LDKPaymentFailureReason_RecipientRejected) {
    return "The payee rejected the payment";
  }
  if (reason.some === Reason.LDKPaymentFailureReason_RouteNotFound) {
    return "No route leads to the payee";
  }
  return "The payment failed";
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
