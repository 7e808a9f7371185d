import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import "./unfold.css";

export interface UnfoldProps {
  /** What stands there, folded or not. */
  title: ReactNode;
  open?: boolean;
  className?: string;
  children: ReactNode;
}

/** What is there for whoever asks; works without a script. */
export function Unfold({ title, open, className, children }: UnfoldProps) {
  return (
    <details className={className ? `unfold ${className}` : "unfold"} open={open}>
      <summary>
        <Icon name="chevron" size="sm" />
        {title}
      </summary>
      {children}
    </details>
  );
}
