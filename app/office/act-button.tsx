import type { ReactNode } from "react";
import { Form } from "react-router";
import type { ButtonLook } from "#app/ui/button.tsx";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";

interface ActButtonProps extends Pick<ButtonLook, "variant" | "size"> {
  children: ReactNode;
  /** Its name for screen readers, where the content says too little. */
  name?: string;
  /** The form's action, its `intent` and further hidden values. */
  action: string;
  intent: string;
  values?: Readonly<Record<string, string>>;
  /** The class of the form. */
  className?: string;
}

/** A button that acts at once: a form without fields to fill in. */
export function ActButton({ children, name, action, className, ...props }: ActButtonProps) {
  return (
    <Form method="post" action={action} preventScrollReset className={className}>
      <HiddenFields values={{ ...props.values, intent: props.intent }} />
      <SubmitButton {...props} aria-label={name}>
        {children}
      </SubmitButton>
    </Form>
  );
}
