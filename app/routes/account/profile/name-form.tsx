import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { nameSchema } from "#shop/accounts/account.ts";
import { parseForm } from "#lib/form.ts";
import type { ProfileFormProps } from "./profile-view.tsx";
import { useSending } from "../shared/use-sending.ts";

export function NameForm({ account, typed, error }: ProfileFormProps) {
  const { errors, form } = useFormErrors(error ? { name: error } : undefined, (form) =>
    parseForm(nameSchema, form),
  );
  return (
    <Form method="post" action="/account" noValidate className="setting__form" {...form}>
      <input type="hidden" name="intent" value="name" />
      <Field
        label="Your name"
        name="name"
        defaultValue={typed ?? account.name}
        error={errors.name}
        autoComplete="name"
        required
      />
      <Button type="submit" busy={useSending("name")}>
        Save name
      </Button>
    </Form>
  );
}
