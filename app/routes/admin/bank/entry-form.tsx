import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button, type ButtonProps } from "#app/ui/button.tsx";

interface EntryFormProps extends ButtonProps {
  intent: "confirm" | "record" | "unassigned" | "aside" | "back";
  /** The lines that are posted, with the order of each if it is not a field. */
  entries: readonly { reference: string; orderId?: string }[];
  fields?: ReactNode;
}

/** Posts one action for one or several lines. The class name is the form's. */
export function EntryForm({ intent, entries, fields, className, ...button }: EntryFormProps) {
  const { formData } = useNavigation();
  const posted = formData?.get("intent") === intent ? formData.getAll("reference") : [];
  const busy =
    posted.length === entries.length && posted.every((one, at) => one === entries[at]?.reference);
  return (
    <Form method="post" preventScrollReset className={className}>
      <input type="hidden" name="intent" value={intent} />
      {entries.map(({ reference, orderId }) => (
        <span key={reference} hidden>
          <input type="hidden" name="reference" value={reference} />
          {orderId && <input type="hidden" name="orderId" value={orderId} />}
        </span>
      ))}
      {fields}
      <Button size="sm" {...button} type="submit" busy={busy} />
    </Form>
  );
}
