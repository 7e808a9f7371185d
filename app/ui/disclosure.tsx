import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import "./disclosure.css";

export interface DisclosureProps {
  /** The summary, visible open or closed. */
  title: ReactNode;
  open?: boolean;
  className?: string;
  children?: ReactNode;
}

/** A collapsible section; a native `<details>`, so it works without JavaScript. */
export function Disclosure({ title, open, className, children }: DisclosureProps) {
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
