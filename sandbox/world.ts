import { randomBytes } from "node:crypto";
import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { Chain, type ChainEnvironment, type ChainRecord, chainRecord } from "./chain/chain.ts";
import { type CoreAccess, openCoreAccess } from "./core/access.ts";
import { CoreNode, coreRecord } from "./core/node.ts";
import { DeliveryAdapter, deliveryRecord } from "./delivery/adapter.ts";
import { noFaults } from "./http/faults.ts";
import type { Faults } from "./http/faults.ts";
import { People, signInRecord } from "./identity/people.ts";
import { type Journal, openJournal } from "./journal.ts";
import { type LightningCredentials, openCredentials } from "./lightning/credentials.ts";
import { InvoiceStore, lightningRecord } from "./lightning/invoices.ts";
import { Lightning } from "./lightning/lightning.ts";
import { TlsListeners } from "./lightning/tls/listeners.ts";
import { Mailbox, mailRecord } from "./mail/mailbox.ts";
import {
  type PaymentProviders,
  openPaymentProviders,
} from "./hosted-payments/payment-providers.ts";
import { priceRecord, Ticker } from "./prices/ticker.ts";

/** The state of all services of the sandbox. */
export type World = {
  chain: Chain;
  core: CoreNode;
  coreAccess: CoreAccess;
  ticker: Ticker;
  mailbox: Mailbox;
  people: People;
  paymentProviders: PaymentProviders;
  lightning: Lightning;
  delivery: DeliveryAdapter;
  lightningCredentials: LightningCredentials;
  lightningTls: TlsListeners;
  faults: Faults;
};

/** Opens the state stored in `dir`, or creates it. Only one process at a time may open it. */
export function openWorld(dir: string, environment?: ChainEnvironment): World {
  mkdirSync(dir, { recursive: true });
  const chain = new Chain(openChainJournal(join(dir, "chain.jsonl")), environment);
  const faults = noFaults();
  const lightningJournal = openJournal(join(dir, "lightning.jsonl"), lightningRecord);
  const invoices = new InvoiceStore(lightningJournal, () => randomBytes(32));
  const lightning = new Lightning(chain, invoices, faults);
  const lightningDir = join(dir, "lightning");
  const lightningCredentials = openCredentials(lightningDir, invoices.seed);
  return {
    chain,
    core: new CoreNode(chain, openJournal(join(dir, "core.jsonl"), coreRecord)),
    coreAccess: openCoreAccess(dir),
    ticker: new Ticker(openJournal(join(dir, "prices.jsonl"), priceRecord)),
    mailbox: new Mailbox(openJournal(join(dir, "mail.jsonl"), mailRecord)),
    people: new People(openJournal(join(dir, "people.jsonl"), signInRecord)),
    paymentProviders: openPaymentProviders(dir),
    lightning,
    delivery: new DeliveryAdapter(openJournal(join(dir, "delivery.jsonl"), deliveryRecord)),
    lightningCredentials,
    lightningTls: new TlsListeners(lightning, lightningCredentials, lightningDir),
    faults,
  };
}

/** Opens the chain's journal; one of a version that made invalid blocks is set aside for a new chain. */
function openChainJournal(path: string): Journal<ChainRecord> {
  const journal = openJournal(path, chainRecord);
  const [first] = journal.past;
  if (first === undefined || first.t === "rules") return journal;
  renameSync(path, `${path}.old`);
  console.warn(
    `sandbox: the blocks of ${path} are from an older version and break Bitcoin's consensus rules. ` +
      `A new sandbox chain starts; payments on the old one, now ${path}.old, are gone.`,
  );
  return openJournal(path, chainRecord);
}
