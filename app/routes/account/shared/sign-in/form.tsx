import { type ReactNode, useId } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import type { z } from "zod";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type FormErrors, useFormErrors } from "#app/ui/use-form-errors.ts";
import { type FieldErrors, parseForm } from "#lib/form.ts";

/** Said once above the form, not at each field that is empty. */
const aboutTheForm: ReadonlySet<string | undefined> = new Set([
  "Please fill in all required fields",
  "Please enter both email and password",
]);

/** What a field shows of its error. */
type FieldState = { error: string | undefined } | { invalid: true; "aria-describedby": string };

export interface CheckedForm<Name extends string> {
  form: FormErrors<Name>["form"];
  /** To be spread on the field of this name. */
  field: (name: Name) => FieldState;
  message: (name: Name) => string | undefined;
  notice: { id: string; text: string | null };
}

/** A form checked by its schema before it is sent, with what the server refused it for. */
export function useCheckedForm<Name extends string>(
  schema: z.ZodType<unknown, { [Field in Name]?: unknown }>,
  refused?: FieldErrors<Name>,
  error?: string | null,
): CheckedForm<Name> {
  const noticeId = useId();
  const { errors, form } = useFormErrors<Name>(refused, (form) => parseForm(schema, form));
  const found = Object.values<string | undefined>(errors).filter(Boolean);
  const shared = found.find((text) => aboutTheForm.has(text));
  const message = (name: Name): string | undefined => errors[name];
  return {
    form,
    message,
    field: (name) =>
      aboutTheForm.has(errors[name])
        ? { invalid: true, "aria-describedby": noticeId }
        : { error: message(name) },
    // What the server said of the last try is past once the fields themselves are wrong.
    notice: { id: noticeId, text: shared ?? (found.length === 0 ? (error ?? null) : null) },
  };
}

export interface SignInFormProps {
  checked: Pick<CheckedForm<string>, "form" | "notice">;
  /** The address of the form's own route, with all that the screen was opened with: a refused try shows it again. */
  action: string;
  /** What the form asks for, as the field `intent`. */
  intent: string;
  /** What else is sent along unseen. */
  hidden?: Readonly<Record<string, string | null | undefined>>;
  submit: string;
  children: ReactNode;
}

export function SignInForm(props: SignInFormProps) {
  const { checked, action, intent, hidden = {}, submit, children } = props;
  const navigation = useNavigation();
  const { key } = useLocation();
  const { id, text } = checked.notice;
  return (
    <Form method="post" action={action} noValidate className="auth__form" {...checked.form}>
      {text && (
        // A new element for each answer, so that the same words are read aloud again.
        <div key={key} id={id}>
          <Notice tone="rejected" role="alert">
            {text}
          </Notice>
        </div>
      )}
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(hidden).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
      <Button
        type="submit"
        variant="primary"
        block
        busy={navigation.state !== "idle" && navigation.formData?.get("intent") === intent}
      >
        {submit}
      </Button>
    </Form>
  );
}
