import type { ReactNode } from "react";

/** A pulsing dot and a sentence: something is being watched at this moment. */
export function Live({ tone, children }: { tone: "pending" | "processing"; children: ReactNode }) {
  return (
    <span className={`live live--${tone}`}>
      <span className="live__dot" />
      {children}
    </span>
  );
}
