import { href } from "react-router";
import { type Choice, parseSubject, subjectKey } from "#shop/payments/review/review.ts";

/** Returns the list's search parameters, which are preserved while a panel is open beside it. */
function listSearch(search: URLSearchParams): string {
  const params = new URLSearchParams();
  for (const name of ["view", "after"]) {
    const value = search.get(name);
    if (value) params.set(name, value);
  }
  return params.size > 0 ? `?${params}` : "";
}

/** Returns the URL of the list behind a panel. */
export function listPath(search: URLSearchParams): string {
  return `${href("/admin/review")}${listSearch(search)}`;
}

/** Returns the URL of a payment's panel beside the list; `show` opens the form of a decision. */
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

/** Returns the URL of a receipt's panel. */
export function receiptPath(receiptId: number): string {
  return panelPath(subjectKey({ receiptId }), new URLSearchParams());
}

/** Returns the path of a panel; receipts have a route of their own. */
function subjectPath(subject: string): string {
  const parsed = parseSubject(subject);
  return parsed && "receiptId" in parsed
    ? href("/admin/review/receipts/:receiptId", { receiptId: String(parsed.receiptId) })
    : href("/admin/review/:subject", { subject });
}
