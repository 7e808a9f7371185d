import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { birthdaySchema } from "#shop/accounts/account.ts";
import { parseForm } from "#lib/form.ts";
import type { ProfileFormProps } from "./profile-view.tsx";
import { useSending } from "../shared/use-sending.ts";

/** May be emptied again: the field is optional. */
export function BirthdayForm({ account, typed, error }: ProfileFormProps) {
  const { errors, form } = useFormErrors(error ? { birthday: error } : undefined, (form) =>
    parseForm(birthdaySchema, form),
  );
  return (
    <Form method="post" action="/account" noValidate className="setting__form" {...form}>
      <input type="hidden" name="intent" value="birthday" />
      <Field
        label="Your birthday"
        name="birthday"
        type="date"
        className="setting__date"
        defaultValue={typed ?? account.birthday ?? ""}
        error={errors.birthday}
        autoComplete="bday"
      />
      <Button type="submit" busy={useSending("birthday")}>
        Save birthday
      </Button>
    </Form>
  );
}
