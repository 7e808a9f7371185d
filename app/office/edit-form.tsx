import { type ReactNode, useEffect } from "react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import { InlineForm } from "#app/ui/inline-form.tsx";
import { useBaseVersion } from "#app/ui/use-form-errors.ts";
import type { FieldRecord, Fields } from "#lib/fields.ts";
import { FormFields } from "./fields.tsx";
import { type ActFormProps, useActForm } from "./use-act-form.ts";

interface EditFormProps extends ActFormProps {
  title: string;
  action: string;
  /** A sentence below the fields. */
  note?: string;
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
  const { fields, intent, stored, openerId, onInput, focusOn = FIELD } = props;
  const { answer, errors, texts, busy, form } = useActForm(props);
  const version = useBaseVersion(stored?.version, answer?.message != null);
  const [ticks, others] = split(fields);

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
