import { href } from "react-router";
import { type Choice, parseSubject, subjectKey } from "#shop/payments/review/review.ts";

/** The list's own part of the address, which stays while a payment is open beside it. */
function listSearch(search: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of ["view", "after"]) {
    const value = search.get(name);
    if (value) kept.set(name, value);
  }
  return kept.size > 0 ? `?${kept}` : "";
}

/** The list as it is behind a panel. */
export function listPath(search: URLSearchParams): string {
  return `${href("/admin/review")}${listSearch(search)}`;
}

/** A payment's panel, with the list as it is behind it; `show` opens the form of a decision in it. */
export function panelPath(
  subject: string,
  search: URLSearchParams,
  show: { decide?: Choice; undo?: number } = {},
): string {
  const query = new URLSearchParams(listSearch(search));
  if (show.decide) query.set("decide", show.decide);
  if (show.undo !== undefined) query.set("undo", String(show.undo));
  return `${subjectPath(subject)}${query.size > 0 ? `?${query}` : ""}`;
}

/** The panel of one receipt. */
export function receiptPath(receiptId: number): string {
  return panelPath(subjectKey({ receiptId }), new URLSearchParams());
}

/** Receipts have addresses of their own: by their number. */
function subjectPath(subject: string): string {
  const parsed = parseSubject(subject);
  return parsed && "receiptId" in parsed
    ? href("/admin/review/receipts/:receiptId", { receiptId: String(parsed.receiptId) })
    : href("/admin/review/:subject", { subject });
}
