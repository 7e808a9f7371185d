import {
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Form, href, type Location, useLocation, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { readSettingsForm, type SettingErrors } from "#shop/settings/setting-forms.ts";
import type { SettingGroup, Settings } from "#shop/settings/settings.ts";
import type { SettingsAnswer } from "./route.tsx";

/** Settings as they stand in the fields of a form; a switch that is on is "on". */
export type SettingTexts = Record<keyof Settings, string>;

/** What the fields of a form show. */
export interface SettingFields {
  texts: SettingTexts;
  errors: SettingErrors;
}

export interface SettingSectionProps {
  group: SettingGroup;
  title: string;
  about: ReactNode;
  texts: SettingTexts;
  version: number;
  answer: SettingsAnswer | undefined;
  /** Told when there is something unsaved, and when there is not any more. */
  onUnsaved: (group: SettingGroup, unsaved: boolean) => void;
  children: (fields: SettingFields) => ReactNode;
}

/** One form of the settings, saved for itself. */
export function SettingSection(props: SettingSectionProps) {
  const { group, version, answer, onUnsaved } = props;
  const saves = useSaves(group);
  const [unsaved, setUnsaved] = useState(false);
  const [form, setForm] = useState({ edition: 0, version, saves });
  if (form.saves !== saves) setForm({ ...form, version, saves });
  // What somebody else saves meanwhile shows at once, but where it would take the place of something unsaved.
  else if (form.version !== version && !unsaved)
    setForm({ edition: form.edition + 1, version, saves });
  const told = answer?.group === group && answer.message !== undefined;
  const tell = useCallback(
    (of: SettingGroup, isUnsaved: boolean) => {
      setUnsaved(isUnsaved);
      onUnsaved(of, isUnsaved);
    },
    [onUnsaved],
  );
  // Once saved it is a new form, which shows what is saved: also where that is what was there before.
  const onSaved = useCallback(() => setForm((old) => ({ ...old, edition: old.edition + 1 })), []);
  return (
    <SettingForm
      key={form.edition}
      {...props}
      version={told ? version : form.version}
      saves={saves}
      onSaved={onSaved}
      onUnsaved={tell}
    />
  );
}

interface SettingFormProps extends SettingSectionProps {
  /** How often it was saved. */
  saves: number;
  /** Told when it holds nothing but what was saved. */
  onSaved: () => void;
}

function SettingForm(props: SettingFormProps) {
  const { group, title, about, version, saves, children, onSaved, onUnsaved } = props;
  const answer = props.answer?.group === group ? props.answer : undefined;
  const { errors, form } = useFormErrors<keyof Settings>(answer?.errors, (data) => {
    const read = readSettingsForm(group, Object.fromEntries(data));
    return read.ok ? {} : read.error;
  });
  const { state, formData } = useNavigation();
  const busy = state !== "idle" && formData?.get("intent") === group;
  const { unsaved, ready, onInput, onSent } = useUnsaved(form.ref, {
    refused: answer !== undefined,
    saves,
    onSaved,
  });

  useEffect(() => {
    onUnsaved(group, unsaved);
    return () => onUnsaved(group, false);
  }, [group, unsaved, onUnsaved]);

  return (
    <section className="setting-group" aria-labelledby={`${group}-title`}>
      <div>
        <h2 id={`${group}-title`}>{title}</h2>
        <p>{about}</p>
      </div>
      <Form
        method="post"
        action={href("/admin/settings")}
        preventScrollReset
        noValidate
        className="card setting-form"
        aria-labelledby={`${group}-title`}
        {...form}
        onInput={onInput}
        onSubmit={(event) => {
          onSent();
          form.onSubmit(event);
        }}
      >
        <input type="hidden" name="intent" value={group} />
        <input type="hidden" name="version" value={version} />
        {answer?.message && (
          <Notice tone="pending" role="alert" className="setting-form__notice">
            {answer.message}
          </Notice>
        )}
        {children({ texts: { ...props.texts, ...answer?.typed }, errors })}
        <div className="setting-form__foot">
          <span role="status">{unsaved && "Unsaved changes"}</span>
          <Button
            type="submit"
            size="sm"
            variant={unsaved ? "primary" : "secondary"}
            busy={busy}
            // Where no script tells whether there is something to save, it can always be pressed.
            disabled={ready && !unsaved}
          >
            Save Changes
          </Button>
        </div>
      </Form>
    </section>
  );
}

/**
 * How often the form was saved, since the page came: counted when what is saved has been loaded, or when something else
 * keeps that from being loaded. Where it is loaded fast, nothing is drawn on the way there, only the arrival.
 */
function useSaves(group: SettingGroup): number {
  const here = useLocation();
  const { state, formData, location } = useNavigation();
  const keyOf = ({ search, key }: Location) =>
    new URLSearchParams(search).get("notice") === `${group}-saved` ? key : null;
  const arrived = keyOf(here);
  const onTheWay =
    state === "loading" && formData?.get("intent") === group ? keyOf(location) : null;
  const [seen, setSeen] = useState({ onTheWay, counted: arrived, saves: 0 });
  const done = arrived ?? (onTheWay === null ? seen.onTheWay : null);
  const isNew = done !== null && done !== seen.counted;
  if (isNew || onTheWay !== seen.onTheWay)
    setSeen({
      onTheWay,
      counted: isNew ? done : seen.counted,
      saves: seen.saves + Number(isNew),
    });
  return seen.saves;
}

interface Saving {
  refused: boolean;
  saves: number;
  onSaved: () => void;
}

/** Whether the form holds anything else than when it came, or was saved while somebody typed on. */
function useUnsaved(
  form: { readonly current: HTMLFormElement | null },
  { refused, saves, onSaved }: Saving,
) {
  const came = useRef("");
  /** What was sent last. */
  const underWay = useRef("");
  const [unsaved, setUnsaved] = useState(refused);
  const ready = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  useEffect(() => {
    came.current = contents(asItCame(form.current));
    // Somebody may have been faster than the scripts.
    if (contents(form.current) !== came.current) setUnsaved(true);
  }, [form]);
  const counted = useRef(saves);
  useEffect(() => {
    if (counted.current === saves) return;
    counted.current = saves;
    if (contents(form.current) === underWay.current) onSaved();
    else came.current = underWay.current;
  }, [form, saves, onSaved]);
  return {
    unsaved,
    ready,
    onInput: () => setUnsaved(refused || contents(form.current) !== came.current),
    onSent: () => {
      underWay.current = contents(form.current);
    },
  };
}

function contents(form: HTMLFormElement | null): string {
  return form ? typedIn(new FormData(form)) : "";
}

/** The same form with nothing typed into it. */
function asItCame(form: HTMLFormElement | null): HTMLFormElement | null {
  const copy = form?.cloneNode(true);
  if (!(copy instanceof HTMLFormElement)) return null;
  copy.reset();
  return copy;
}

/** All that was typed or chosen. */
function typedIn(form: FormData): string {
  return JSON.stringify([...form].filter(([name]) => name !== "version"));
}
