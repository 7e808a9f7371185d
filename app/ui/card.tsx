import { type ReactNode, useId } from "react";

export interface CardProps {
  /** The heading; without it the card has no header. */
  title?: ReactNode;
  /** A link or note at the end of the header. */
  action?: ReactNode;
  /** Draws a line below the header. Not for a table, whose own header has one. */
  line?: boolean;
  /** Pads the body. Not for tables and lists, whose rows reach the edges. */
  pad?: boolean;
  /** For links to the card. */
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A titled section with a border. */
export function Card({ title, action, line, pad, id, className, children }: CardProps) {
  const headingId = useId();
  const body = [line && "card__body", pad && "card__pad"].filter(Boolean).join(" ");
  return (
    <section
      id={id}
      className={className ? `card ${className}` : "card"}
      aria-labelledby={title ? headingId : undefined}
    >
      {title && (
        <div className="card__head">
          <h2 id={headingId}>{title}</h2>
          {action}
        </div>
      )}
      {body ? <div className={body}>{children}</div> : children}
    </section>
  );
}
