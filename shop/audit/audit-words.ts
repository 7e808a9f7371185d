import { valueText, wordsOf } from "./audit-actions.ts";
import type { AuditEntry } from "./audit.ts";

/** An entry as a sentence, with its subject apart so that it can be a link. */
export interface AuditWords {
  before: string;
  subject: string;
  after: string;
}

/** A detail of an entry: a changed field, or with `before` null a single value. */
export interface AuditChange {
  label: string;
  before: string | null;
  after: string;
}

type Entry = Pick<AuditEntry, "action" | "subject" | "subjectId" | "data">;

/** Describes an entry, such as "set order 7KQ2M9X from pending to completed". */
export function auditWords({ action, ...told }: Entry): AuditWords {
  const [before, after] = wordsOf(action, told);
  return { before, subject: told.subjectId ?? "", after };
}

/** Lists the changed fields of an entry and its other data. */
export function auditChanges({ action, data }: Pick<Entry, "action" | "data">): AuditChange[] {
  const { before, after, from, to, currency, ...rest } = data;
  const was = isRecord(before) ? before : {};
  const is = isRecord(after) ? after : {};
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]),
  );
  return [
    ...(action === "order.note"
      ? [{ label: "Note", before: valueText(from), after: valueText(to) }]
      : []),
    ...(action === "order.refund-address"
      ? [{ label: "Refund address", before: valueText(from), after: valueText(to) }]
      : []),
    ...changed.map((key) => ({
      label: labelOf(key),
      before: valueText(was[key], key),
      after: valueText(is[key], key),
    })),
    ...Object.entries(rest).map(([key, value]) => ({
      label: labelOf(key),
      before: null,
      after: valueText(value, key, typeof currency === "string" ? currency : undefined),
    })),
  ];
}

/** Returns the label of a field: "priceCents" → "Price". */
function labelOf(key: string): string {
  if (key === "cents") return "Amount";
  const words = key
    .replace(/(Cents|Sats)$/, "")
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
