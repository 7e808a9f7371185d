import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import { issueCreditNotes } from "./credit-notes.server.ts";

const TICK_MS = 2000;

/** Issues credit notes for what went back. */
export function startCreditNotes(db: Db, { log }: { log: Log }): Loop {
  return startLoop(() => issueCreditNotes(db, new Date()), {
    pauseMs: TICK_MS,
    failed: (error) => log("credit notes", error),
  });
}
