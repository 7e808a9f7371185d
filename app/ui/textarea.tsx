import type { ComponentProps } from "react";
import { type Labelling, Labelled } from "./labelled.tsx";

export interface TextareaProps extends Labelling, ComponentProps<"textarea"> {}

/** Text of several lines. */
export function Textarea(props: TextareaProps) {
  const { label, labelUnseen, hint, error, optional, className, ...textarea } = props;
  return (
    <Labelled {...{ label, labelUnseen, hint, error, optional, className, id: textarea.id }}>
      {(described) => <textarea {...textarea} {...described} className="input textarea" />}
    </Labelled>
  );
}
