import { type ReactNode, useId } from "react";

export interface CardProps {
  /** Names the card; without one it has no head. */
  title?: ReactNode;
  /** At the other end of the head: a link, a note. */
  action?: ReactNode;
  /** A line between head and body. Not for a table, whose own head is line enough. */
  line?: boolean;
  /** Room around the body; not for tables and lists, whose rows reach the edges. */
  pad?: boolean;
  className?: string;
  children: ReactNode;
}

/** One card for one subject. */
export function Card({ title, action, line, pad, className, children }: CardProps) {
  const id = useId();
  const body = [line && "card__body", pad && "card__pad"].filter(Boolean).join(" ");
  return (
    <section
      className={className ? `card ${className}` : "card"}
      aria-labelledby={title ? id : undefined}
    >
      {title && (
        <div className="card__head">
          <h2 id={id}>{title}</h2>
          {action}
        </div>
      )}
      {body ? <div className={body}>{children}</div> : children}
    </section>
  );
}
