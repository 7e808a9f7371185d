import type { ReactNode } from "react";

export interface EmptyStateProps {
  title: string;
  /** `h1` where the empty state is the page. */
  heading?: "h1" | "h2" | "h3";
  children?: ReactNode;
  /** A button or a link. */
  action?: ReactNode;
}

/** A placeholder for an empty list: illustration, sentence and action. */
export function EmptyState({ title, heading: Heading = "h2", children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <svg
        className="empty__art"
        width="104"
        height="80"
        viewBox="-60 -84 120 98"
        aria-hidden="true"
      >
        <path d="M-40 -70a40 11 0 0 1 80 0v70a40 11 0 0 1-80 0zM-40 -70a40 11 0 0 0 80 0" />
      </svg>
      <Heading className="empty__title">{title}</Heading>
      {children && <p className="empty__text">{children}</p>}
      {action}
    </div>
  );
}
