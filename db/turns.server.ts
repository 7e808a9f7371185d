import { setImmediate as nextTurn } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import { keepingParsers } from "./parsers.server.ts";
import { withRepeated } from "./repeated.server.ts";

/** How long statements may follow each other before whatever else has happened gets its turn. */
const SLICE_MS = 20;

/**
 * Has the embedded database give way. It answers within the turn of the event loop in which it is asked: whoever asks
 * it a thousand things, one after the other, would keep everybody else waiting until the last answer. What is asked
 * inside a transaction does not wait. The client can then send statements by name, too, which wait for their turn as
 * well.
 */
export function inTurns(client: PGlite): PGlite {
  let began: number | null = null;

  const turn = async () => {
    if (began === null) {
      began = performance.now();
      setImmediate(() => (began = null));
    } else if (performance.now() - began > SLICE_MS) {
      await nextTurn();
    }
  };
  const afterTurn =
    <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      await turn();
      return ask(...asked);
    };
  withRepeated(client, (ask) => afterTurn(ask) as typeof ask);
  return Object.assign(client, {
    query: afterTurn(keepingParsers(client, client.query.bind(client))),
    transaction: afterTurn(client.transaction.bind(client)),
  });
}
