import type { ReactNode } from "react";
import { orderStatusNames, t } from "#messages/translate.ts";

function isKnown(status: string): status is keyof typeof orderStatusNames {
  return Object.hasOwn(orderStatusNames, status);
}

/** An order's status as dot and word. An unknown status is shown as it is stored. */
export function StatusBadge({ status }: { status: string }) {
  if (!isKnown(status)) return <span className="badge">{status}</span>;
  return <span className={`badge badge--${status}`}>{t(orderStatusNames[status])}</span>;
}

/** A small label beside a value: a discount, or the unit BTC. For an order's status see StatusBadge. */
export function Tag({ tone, children }: { tone?: "btc"; children: ReactNode }) {
  return <span className={tone ? `tag tag--${tone}` : "tag"}>{children}</span>;
}

/** The colours of a dot or bar: order statuses, chart series and Bitcoin. */
export type Tone = "pending" | "processing" | "completed" | "rejected" | "chart" | "brass" | "btc";

/** A decorative mark in the colour of its tone, beside the text that carries the meaning. */
export function Dot({ tone, square }: { tone?: Tone; square?: boolean }) {
  const classes = ["dot", tone && `tone--${tone}`, square && "dot--square"];
  return <span className={classes.filter(Boolean).join(" ")} aria-hidden="true" />;
}
