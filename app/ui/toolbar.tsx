import type { ReactNode, ComponentProps } from "react";
import { Icon } from "./icon.tsx";

export interface ToolbarProps {
  /** The search field and filters. */
  children?: ReactNode;
  /** Actions on the list, at the other end. */
  end?: ReactNode;
}

/** The controls above a table. */
export function Toolbar({ children, end }: ToolbarProps) {
  return (
    <div className="tools">
      {children}
      {end && <div className="tools__end">{end}</div>}
    </div>
  );
}

interface SearchFieldProps extends Omit<ComponentProps<"input">, "type" | "size"> {
  /** For screen readers; the icon and the placeholder show it. */
  label: string;
}

/** A search input, for a GET form of its own. */
export function SearchField({ label, className, ...input }: SearchFieldProps) {
  return (
    <label className={className ? `search-field ${className}` : "search-field"}>
      <span className="sr">{label}</span>
      <Icon name="search" size="sm" />
      <input {...input} type="search" className="input input--sm" />
    </label>
  );
}
