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
  className?: string;
  children: ReactNode;
}

/** A titled section with a border. */
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
