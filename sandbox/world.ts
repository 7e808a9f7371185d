import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Chain, chainRecord, type Nature } from "./chain/chain.ts";
import { type CoreAccess, openCoreAccess } from "./core/access.ts";
import { CoreNode, coreRecord } from "./core/node.ts";
import { noFaults } from "./http/faults.ts";
import type { Faults } from "./http/faults.ts";
import { People, signInRecord } from "./identity/people.ts";
import { openJournal } from "./journal.ts";
import { Mailbox, mailRecord } from "./mail/mailbox.ts";
import { type Desk, openDesk } from "./till/desk.ts";
import { priceRecord, Ticker } from "./prices/ticker.ts";

/** Everything the pretend outside world consists of. */
export type World = {
  chain: Chain;
  core: CoreNode;
  coreAccess: CoreAccess;
  ticker: Ticker;
  mailbox: Mailbox;
  people: People;
  desk: Desk;
  faults: Faults;
};

/** Opens the world kept in `dir`, or starts a new one there. One process at a time. */
export function openWorld(dir: string, nature?: Nature): World {
  mkdirSync(dir, { recursive: true });
  const chain = new Chain(openJournal(join(dir, "chain.jsonl"), chainRecord), nature);
  return {
    chain,
    core: new CoreNode(chain, openJournal(join(dir, "core.jsonl"), coreRecord)),
    coreAccess: openCoreAccess(dir),
    ticker: new Ticker(openJournal(join(dir, "prices.jsonl"), priceRecord)),
    mailbox: new Mailbox(openJournal(join(dir, "mail.jsonl"), mailRecord)),
    people: new People(openJournal(join(dir, "people.jsonl"), signInRecord)),
    desk: openDesk(dir),
    faults: noFaults(),
  };
}
