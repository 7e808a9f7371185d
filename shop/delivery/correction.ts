/** Whether the buyer of an order can correct its recipient: "closed" once it is being delivered, or ended. */
export type CorrectionState = "open" | "closed" | "used-up";

/** The recipient before and after a correction by the buyer. */
export interface Correction {
  from: string;
  to: string;
  fromUid: string | null;
  toUid: string | null;
}

/** Returns the correction in an event of the type "recipient". */
export function correctionOf({ data }: { data: Record<string, unknown> }): Correction {
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    from: text(data.from) ?? "",
    to: text(data.to) ?? "",
    fromUid: text(data.fromUid),
    toUid: text(data.toUid),
  };
}

/** Returns "Corrected by the buyer: was @mira.hold", with all that was corrected; null without corrections. */
export function correctedText(corrections: readonly Correction[]): string | null {
  if (corrections.length === 0) return null;
  const names = corrections.filter(({ from, to }) => from !== to).map(({ from }) => `@${from}`);
  const uids = corrections
    .filter(({ fromUid, toUid }) => fromUid !== toUid)
    .map(({ fromUid }) => fromUid ?? "none");
  const parts = [
    ...(names.length > 0 ? [`was ${names.join(", then ")}`] : []),
    ...(uids.length > 0 ? [`UID was ${uids.join(", then ")}`] : []),
  ];
  return `Corrected by the buyer: ${parts.join("; ")}`;
}
