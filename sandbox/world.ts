import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Chain, chainRecord, type ChainEnvironment } from "./chain/chain.ts";
import { type CoreAccess, openCoreAccess } from "./core/access.ts";
import { CoreNode, coreRecord } from "./core/node.ts";
import { noFaults } from "./http/faults.ts";
import type { Faults } from "./http/faults.ts";
import { People, signInRecord } from "./identity/people.ts";
import { openJournal } from "./journal.ts";
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
  faults: Faults;
};

/** Opens the state stored in `dir`, or creates it. Only one process at a time may open it. */
export function openWorld(dir: string, environment?: ChainEnvironment): World {
  mkdirSync(dir, { recursive: true });
  const chain = new Chain(openJournal(join(dir, "chain.jsonl"), chainRecord), environment);
  return {
    chain,
    core: new CoreNode(chain, openJournal(join(dir, "core.jsonl"), coreRecord)),
    coreAccess: openCoreAccess(dir),
    ticker: new Ticker(openJournal(join(dir, "prices.jsonl"), priceRecord)),
    mailbox: new Mailbox(openJournal(join(dir, "mail.jsonl"), mailRecord)),
    people: new People(openJournal(join(dir, "people.jsonl"), signInRecord)),
    paymentProviders: openPaymentProviders(dir),
    faults: noFaults(),
  };
}
