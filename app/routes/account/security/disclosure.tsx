import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "#app/ui/icon.tsx";

interface DisclosureProps {
  title: string;
  /** What it is about, for screen readers, where several have the same title. */
  about?: string;
  /** Opens it when its form was rejected. */
  open: boolean;
  children: ReactNode;
}

/** A form that is folded until it is needed. */
export function Disclosure({ title, about, open, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (open && details.current) details.current.open = true;
  }, [open]);
  return (
    <details className="disclosure" ref={details} open={open || undefined}>
      <summary>
        <Icon name="plus" size="sm" />
        <span>
          {title}
          {about && <span className="sr"> {about}</span>}
        </span>
      </summary>
      <div className="disclosure__body">{children}</div>
    </details>
  );
}
