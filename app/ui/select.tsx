import type { ComponentProps } from "react";
import { type Labelling, Labelled } from "./labelled.tsx";

export interface SelectProps extends Labelling, Omit<ComponentProps<"select">, "size"> {
  size?: "sm" | "md";
}

/** One of five or more; the browser's own list. Its children are `<option>`s. */
export function Select(props: SelectProps) {
  const { label, labelUnseen, hint, error, optional, size = "md", className, ...select } = props;
  return (
    <Labelled {...{ label, labelUnseen, hint, error, optional, className, id: select.id }}>
      {(described) => (
        <select
          {...select}
          {...described}
          className={size === "sm" ? "input select input--sm" : "input select"}
        />
      )}
    </Labelled>
  );
}
