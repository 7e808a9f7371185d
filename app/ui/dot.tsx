/** Status, chart and Bitcoin: what a shape can mean. */
export type Tone = "pending" | "processing" | "completed" | "rejected" | "chart" | "brass" | "btc";

/** A shape beside the word that says what it means. */
export function Dot({ tone, square }: { tone?: Tone; square?: boolean }) {
  const classes = ["dot", tone && `tone--${tone}`, square && "dot--square"];
  return <span className={classes.filter(Boolean).join(" ")} aria-hidden="true" />;
}
