import { href } from "react-router";
import { z } from "zod";
import {
  act,
  atField,
  type Explained,
  type Given,
  leadTo,
  officeAction,
} from "#app/office/acts.server.ts";
import type { NoticeName } from "#app/notices.ts";
import type { Fields } from "#lib/fields.ts";
import { err, ok, type Result } from "#lib/result.ts";
import {
  confirmEntries,
  type EntryError,
  recordEntry,
  setEntryIgnored,
} from "#shop/methods/bank/entry-decisions.server.ts";
import { orderOfReference } from "#shop/methods/record-receipt.server.ts";
import {
  importColumns,
  importFile,
  type ImportResult,
} from "#shop/methods/bank/import-file.server.ts";

/** What the page shows once, after an import or after recording several lines. */
export type BankOutcome =
  | Exclude<ImportResult, { kind: "problem" }>
  | { kind: "left"; recorded: number; left: number };

const backTo = (notice: NoticeName, { url }: Given) =>
  leadTo(`${href("/admin/bank")}${url.search}`, notice);

const byIn = ({ services: { policy }, who }: Given) => ({ policy, ...who });

function outcomeOf(
  result: ImportResult | "forbidden",
): Result<BankOutcome, "forbidden" | Explained> {
  if (result === "forbidden") return err(result);
  return result.kind === "problem" ? err({ errors: { file: result.problem } }) : ok(result);
}

const show = (shown: BankOutcome) => ({ shown });

/** A line, and the order that it is recorded for. */
const lineFields = {
  reference: { kind: "line", label: "Line", rule: z.string() },
  orderId: { kind: "line", label: "Record for order", rule: z.string() },
} as const satisfies Fields;

/** Describes what is done with one line. */
function lineAct(
  notice: NoticeName,
  change: (
    given: Given,
    line: { reference: string; orderId: string },
  ) => Promise<Result<unknown, EntryError | "no-order" | "known">>,
) {
  const handled = "Someone has already handled this line. Here is the current state.";
  return act<unknown, "no-order" | EntryError, typeof lineFields>({
    fields: lineFields,
    run: async (given, line) => {
      const changed = await change(given, line);
      if (changed.ok) return changed;
      if (changed.error !== "known") return err(changed.error);
      const { db } = given.services;
      const order = await orderOfReference(db, "bank_transfer", line.reference);
      const whose = order ? ` for order ${order}` : "";
      return err({
        message: `This payment was already recorded by hand${whose}. Set the line aside.`,
      });
    },
    done: (_, given) => backTo(notice, given),
    refused: {
      ...atField("orderId", { "no-order": "There is no order with this ID" }),
      "not-found": handled,
      stale: handled,
    },
  });
}

const setAside =
  (ignored: boolean) =>
  (given: Given, { reference }: { reference: string }) =>
    setEntryIgnored(given.services.db, { ...byIn(given), reference, ignored });

export const action = officeAction<BankOutcome>(
  {
    import: act({
      run: async (given) => {
        const { services, file, form } = given;
        const choose = form.has("choose");
        return outcomeOf(await importFile(services.db, file, { ...byIn(given), choose }));
      },
      done: show,
      refused: {},
    }),
    columns: act({
      run: async (given) =>
        outcomeOf(await importColumns(given.services.db, given.form, byIn(given))),
      done: show,
      refused: {},
    }),
    confirm: act({
      run: async (given) => {
        const orderIds = given.form.getAll("orderId").map(String);
        const references = given.form.getAll("reference").map(String);
        const pairs = references.map((reference, at) => ({
          reference,
          orderId: orderIds[at] ?? "",
        }));
        return confirmEntries(given.services.db, { ...byIn(given), pairs });
      },
      done: ({ recorded, left }, given) =>
        left > 0
          ? show({ kind: "left", recorded, left })
          : backTo(recorded === 1 ? "payment-recorded" : "payments-recorded", given),
      refused: {},
    }),
    record: lineAct("payment-recorded", (given, line) =>
      recordEntry(given.services.db, { ...byIn(given), ...line }),
    ),
    unassigned: lineAct("recorded-unassigned", (given, { reference }) =>
      recordEntry(given.services.db, { ...byIn(given), reference, orderId: null }),
    ),
    aside: lineAct("line-set-aside", setAside(true)),
    back: lineAct("line-taken-back", setAside(false)),
  },
  "this line",
  "file",
);
