import { type ReactNode, useEffect } from "react";
import { useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import { InlineForm } from "#app/ui/inline-form.tsx";
import { useBaseVersion, useFormErrors } from "#app/ui/use-form-errors.ts";
import { type FieldRecord, type Fields, fieldTexts, readFields } from "#lib/fields.ts";
import type { FieldErrors } from "#lib/form.ts";
import type { Result } from "#lib/result.ts";
import type { Answer } from "./answer.ts";
import { FormFields } from "./fields.tsx";

interface EditFormProps {
  title: string;
  /** The form's `intent`, which names the act. */
  intent: string;
  fields: Fields;
  /** Reads the form, where a rule is about several fields. */
  read?: (form: FormData) => Result<unknown, FieldErrors<string>>;
  /** Hidden fields. */
  values?: Readonly<Record<string, string>>;
  /** The stored record; left out for a new one. */
  stored?: Readonly<Record<string, unknown>> & { version?: number };
  answer: Answer<unknown> | null;
  /** A sentence below the fields. */
  note?: string;
  /** The label of the button that sends the form. */
  submit: string;
  action: string;
  cancelTo: string;
  /** The opener, which gets the focus back when the form closes. */
  openerId?: string;
  /** A preview beside the fields, and what draws it anew while somebody types. */
  art?: ReactNode;
  onInput?: (form: FormData) => void;
  /** Finds the fields that get the focus; without it, any does. */
  focusOn?: string;
}

/** The form that adds or changes one record, above the list that it is in. */
export function EditForm(props: EditFormProps) {
  const { fields, intent, stored, answer: given, openerId, onInput, focusOn = FIELD } = props;
  const read = props.read ?? ((form) => readFields(fields, form));
  const answer = given?.intent === intent ? given : null;
  const version = useBaseVersion(stored?.version, answer?.message != null);
  const { errors, form } = useFormErrors(answer?.errors, read);
  const { state, formData } = useNavigation();
  const busy = state !== "idle" && formData?.get("intent") === intent;
  const [ticks, others] = split(fields);
  const texts = answer?.typed ? fieldTexts(fields, answer.typed) : fieldTexts(fields, stored);

  useEffect(() => {
    // The field may have the focus already: the page can be used before its scripts have loaded.
    if (!form.ref.current?.contains(document.activeElement))
      form.ref.current?.querySelector<HTMLElement>(focusOn)?.focus();
    return () => {
      const { activeElement } = document;
      const hasNoFocus = !activeElement || activeElement === document.body;
      if (openerId && hasNoFocus) document.getElementById(openerId)?.focus();
    };
  }, [form.ref, openerId, focusOn]);

  return (
    <InlineForm
      title={props.title}
      action={props.action}
      art={props.art}
      {...form}
      onInput={(event) => onInput?.(new FormData(event.currentTarget))}
      footStart={<FormFields of={ticks} texts={texts} errors={errors} />}
      buttons={
        <>
          <ButtonLink to={props.cancelTo} variant="ghost" preventScrollReset>
            Cancel
          </ButtonLink>
          <Button type="submit" variant="primary" busy={busy}>
            {props.submit}
          </Button>
        </>
      }
    >
      <HiddenFields values={{ ...props.values, intent }} />
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      <FormFields of={others} texts={texts} errors={errors} />
      {props.note && <p className="inline-form__wide muted">{props.note}</p>}
    </InlineForm>
  );
}

const FIELD = "input:not([type=hidden]), select, textarea";

/** Returns the ticks, which stand at the start of the foot, and the other fields. */
function split(fields: Fields): [ticks: Fields, others: Fields] {
  const isTick = ([, { kind }]: [string, FieldRecord]) => kind === "tick";
  const all = Object.entries(fields);
  return [
    Object.fromEntries(all.filter(isTick)),
    Object.fromEntries(all.filter((field) => !isTick(field))),
  ];
}
