import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button, type ButtonLook } from "#app/ui/button.tsx";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import { FormFields } from "./fields.tsx";
import { type ActFormProps, useActForm } from "./use-act-form.ts";
import "./office.css";

interface PanelFormProps extends ActFormProps {
  action?: string;
  look?: Pick<ButtonLook, "variant" | "size" | "block">;
  /** Above the fields. */
  children?: ReactNode;
}

/** A form within a panel, one field below the other. */
export function PanelForm(props: PanelFormProps) {
  const { intent, fields, values, action, submit, look, children } = props;
  const { errors, texts, busy, form } = useActForm(props);
  return (
    <Form
      method="post"
      action={action}
      replace
      noValidate
      preventScrollReset
      className="panel-form"
      {...form}
    >
      <HiddenFields values={{ ...values, intent }} />
      {children}
      <FormFields of={fields} texts={texts} errors={errors} />
      <Button type="submit" size="sm" {...look} busy={busy}>
        {submit}
      </Button>
    </Form>
  );
}
