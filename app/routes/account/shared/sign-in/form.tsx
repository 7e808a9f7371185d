import { type ReactNode, useId } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import type { z } from "zod";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type FormErrors, useFormErrors } from "#app/ui/use-form-errors.ts";
import { type FieldErrors, parseForm } from "#lib/form.ts";
import { t } from "#messages/translate.ts";

/** Returns whether a message is shown once above the form instead of at each empty field. */
function isFormLevel(message: string | undefined): boolean {
  return message === t("rules.required") || message === t("rules.signInMissing");
}

/** The error props of a field. */
type FieldState = { error: string | undefined } | { invalid: true; "aria-describedby": string };

export interface CheckedForm<Name extends string> {
  form: FormErrors<Name>["form"];
  /** Returns the props to spread on the field of this name. */
  field: (name: Name) => FieldState;
  message: (name: Name) => string | undefined;
  notice: { id: string; text: string | null };
}

/** Validates a form by its schema before submission, and shows the server's errors. */
export function useCheckedForm<Name extends string>(
  schema: z.core.$ZodType<unknown, { [Field in Name]?: unknown }>,
  refused?: FieldErrors<Name>,
  error?: string | null,
): CheckedForm<Name> {
  const noticeId = useId();
  const { errors, form } = useFormErrors<Name>(refused, (form) => parseForm(schema, form));
  const found = Object.values<string | undefined>(errors).filter(Boolean);
  const shared = found.find(isFormLevel);
  const message = (name: Name): string | undefined => errors[name];
  return {
    form,
    message,
    field: (name) =>
      isFormLevel(errors[name])
        ? { invalid: true, "aria-describedby": noticeId }
        : { error: message(name) },
    // The server's error of the last attempt is outdated once the fields have errors.
    notice: { id: noticeId, text: shared ?? (found.length === 0 ? (error ?? null) : null) },
  };
}

export interface SignInFormProps {
  checked: Pick<CheckedForm<string>, "form" | "notice">;
  /** The form's own route with its search parameters, so that a rejected attempt shows the same screen. */
  action: string;
  /** The value of the hidden field `intent`. */
  intent: string;
  /** Further hidden fields. */
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
        // A new element per response, so that screen readers announce a repeated message.
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

/** Adds the page to return to after signing in, unless it is the home page. */
export function withNext(path: string, next: string | null): string {
  if (!next || next === "/") return path;
  return `${path}${path.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`;
}
