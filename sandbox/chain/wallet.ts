import { p2wpkh, Transaction } from "@scure/btc-signer";
import { RequestError } from "../errors.ts";
import { walletKeys } from "./keys.ts";
import type { Coin } from "./ledger.ts";
import { REGTEST } from "./network.ts";

// BIP125: says that the transaction may be replaced, as most wallets' do.
const REPLACEABLE = 0xfffffffd;
// The vbytes of a transaction: fixed part, a signed p2wpkh input (at most), an output's own part.
const TX_VBYTES = 10.5;
const INPUT_VBYTES = 68;
const OUTPUT_VBYTES = 9;
/** A change output below this (sats) would cost more to spend than it is worth. */
const DUST = 294;

/** An output to pay: script in hex, value in sats. */
type Payee = { script: string; value: number };

/** feeRate is in sats per vbyte; must-spend coins are spent whatever the amount. */
type PaymentPlan = {
  payees: readonly Payee[];
  coins: readonly Coin[];
  feeRate: number;
  mustSpend?: readonly Coin[];
  minFee?: (vbytes: number) => number;
};

/** The sandbox's own wallet: one p2wpkh key from which payments are built and signed. */
export class Wallet {
  readonly #keys = walletKeys();
  readonly #payment = p2wpkh(this.#keys.publicKey, REGTEST);

  /** The output script, in hex, of everything the wallet owns. */
  readonly script = Buffer.from(this.#payment.script).toString("hex");

  /** A signed transaction (hex) that pays the payees; throws RequestError if the coins do not reach. */
  buildPayment({ payees, coins, feeRate, mustSpend = [], minFee = () => 0 }: PaymentPlan): string {
    const due = sum(payees);
    const spending = [...mustSpend];
    // A coin worth less than its input costs would only add to what is missing.
    const spare = coins.filter(({ value }) => value > feeRate * INPUT_VBYTES).values();
    const vbytes = () =>
      Math.ceil(
        TX_VBYTES +
          INPUT_VBYTES * spending.length +
          [...payees, { script: this.script }].reduce(
            (size, { script }) => size + OUTPUT_VBYTES + script.length / 2,
            0,
          ),
      );
    const fee = () => Math.max(Math.ceil(vbytes() * feeRate), minFee(vbytes()));
    while (spending.length === 0 || sum(spending) < due + fee()) {
      const { value: coin } = spare.next();
      if (coin === undefined) {
        throw new RequestError(`The sandbox wallet has only ${sum(spending)} sats to spend`);
      }
      spending.push(coin);
    }
    const change = sum(spending) - due - fee();
    return this.#sign(
      spending,
      change >= DUST ? [...payees, { script: this.script, value: change }] : payees,
    );
  }

  #sign(coins: readonly Coin[], outputs: readonly Payee[]): string {
    const tx = new Transaction({ allowUnknownOutputs: true });
    for (const { txid, vout, value } of coins) {
      const witnessUtxo = { script: this.#payment.script, amount: BigInt(value) };
      tx.addInput({ txid, index: vout, sequence: REPLACEABLE, witnessUtxo });
    }
    for (const { script, value } of outputs) {
      tx.addOutput({ script: Buffer.from(script, "hex"), amount: BigInt(value) });
    }
    tx.sign(this.#keys.privateKey);
    tx.finalize();
    return tx.hex;
  }
}

function sum(items: readonly { value: number }[]): number {
  return items.reduce((total, { value }) => total + value, 0);
}
