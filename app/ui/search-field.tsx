import type { ComponentProps } from "react";
import { Icon } from "./icon.tsx";

export interface SearchFieldProps extends Omit<ComponentProps<"input">, "type" | "size"> {
  /** Read, not seen: the picture and the placeholder say it. */
  label: string;
}

/** Stands in a form of its own, which is sent by GET. */
export function SearchField({ label, className, ...input }: SearchFieldProps) {
  return (
    <label className={className ? `search-field ${className}` : "search-field"}>
      <span className="sr">{label}</span>
      <Icon name="search" size="sm" />
      <input {...input} type="search" className="input input--sm" />
    </label>
  );
}
