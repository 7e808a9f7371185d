import type { ReactNode } from "react";

export interface ToolbarProps {
  /** Search and filters. */
  children?: ReactNode;
  /** At the other end: what can be done with the list. */
  end?: ReactNode;
}

/** The row of controls above a table. */
export function Toolbar({ children, end }: ToolbarProps) {
  return (
    <div className="tools">
      {children}
      {end && <div className="tools__end">{end}</div>}
    </div>
  );
}
