import {
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Form, type Location, useLocation, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { SettingGroup } from "#shop/settings/setting.ts";
import { parseSettingsForm, type SettingErrors } from "#shop/settings/setting-forms.ts";
import type { SettingName } from "#shop/settings/settings.ts";
import type { SettingFormValues, SettingTexts } from "./setting-fields.tsx";
import { type FormGroup, pageOf, settingsPath } from "./settings-pages.ts";

/** What the action returns when a form was not saved. */
export interface SettingsActionData {
  group: SettingGroup;
  typed: Partial<SettingTexts>;
  errors?: SettingErrors;
  /** Error of the form as a whole. */
  message?: string;
}

export interface SettingSectionProps {
  group: FormGroup;
  title: string;
  about: ReactNode;
  texts: SettingTexts;
  version: number;
  actionData: SettingsActionData | undefined;
  /** Called when the form gets or loses unsaved changes. */
  onUnsaved: (unsaved: boolean) => void;
  children: (form: SettingFormValues) => ReactNode;
}

/** One group of settings, saved separately. */
export function SettingSection(props: SettingSectionProps) {
  const { group, version, actionData, onUnsaved } = props;
  const saves = useSaves(group);
  const [unsaved, setUnsaved] = useState(false);
  const [form, setForm] = useState({ formKey: 0, version, saves });
  if (form.saves !== saves) setForm({ ...form, version, saves });
  // A newer version is shown at once, unless it would replace unsaved changes.
  else if (form.version !== version && !unsaved)
    setForm({ formKey: form.formKey + 1, version, saves });
  const rejected = actionData?.group === group && actionData.message !== undefined;
  const reportUnsaved = useCallback(
    (isUnsaved: boolean) => {
      setUnsaved(isUnsaved);
      onUnsaved(isUnsaved);
    },
    [onUnsaved],
  );
  // After saving, the form is mounted again with the saved values, even if they have not changed.
  const onSaved = useCallback(() => setForm((old) => ({ ...old, formKey: old.formKey + 1 })), []);
  return (
    <SettingForm
      key={form.formKey}
      {...props}
      version={rejected ? version : form.version}
      saves={saves}
      onSaved={onSaved}
      onUnsaved={reportUnsaved}
    />
  );
}

interface SettingFormProps extends SettingSectionProps {
  /** Number of saves since the page was loaded. */
  saves: number;
  /** Called when the form contains nothing but the saved values. */
  onSaved: () => void;
}

function SettingForm(props: SettingFormProps) {
  const { group, title, about, version, saves, children, onSaved, onUnsaved } = props;
  const actionData = props.actionData?.group === group ? props.actionData : undefined;
  const { errors, form } = useFormErrors<SettingName>(actionData?.errors, (form) =>
    parseSettingsForm(group, form),
  );
  const { state, formData } = useNavigation();
  const busy = state !== "idle" && formData?.get("intent") === group;
  const { unsaved, ready, onInput, onSent } = useUnsaved(form.ref, {
    rejected: actionData !== undefined,
    saves,
    onSaved,
  });

  useEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);

  return (
    <section className="setting-group" aria-labelledby={`${group}-title`}>
      <div>
        <h2 id={`${group}-title`}>{title}</h2>
        <p>{about}</p>
      </div>
      <Form
        method="post"
        action={settingsPath(pageOf(group).name)}
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
        {actionData?.message && (
          <Notice tone="pending" role="alert" className="setting-form__notice">
            {actionData.message}
          </Notice>
        )}
        {children({ texts: { ...props.texts, ...actionData?.typed }, errors })}
        <div className="setting-form__foot">
          <span role="status">{unsaved && "Unsaved changes"}</span>
          <Button
            type="submit"
            size="sm"
            variant={unsaved ? "primary" : "secondary"}
            busy={busy}
            // Without JavaScript changes are not tracked, so the button stays enabled.
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
 * Returns how often the form was saved since the page was loaded. A save counts once the redirect has been loaded, or
 * when another navigation interrupts it. A fast redirect may be seen only on arrival, without a pending state before.
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
  rejected: boolean;
  saves: number;
  onSaved: () => void;
}

/** Tracks whether the form differs from its loaded or last saved values. */
function useUnsaved(
  form: { readonly current: HTMLFormElement | null },
  { rejected, saves, onSaved }: Saving,
) {
  const initial = useRef("");
  /** Content of the last submission. */
  const underWay = useRef("");
  const [unsaved, setUnsaved] = useState(rejected);
  const ready = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  useEffect(() => {
    initial.current = contents(withDefaults(form.current));
    // Fields can be changed before the scripts have loaded.
    if (contents(form.current) !== initial.current) setUnsaved(true);
  }, [form]);
  const counted = useRef(saves);
  useEffect(() => {
    if (counted.current === saves) return;
    counted.current = saves;
    if (contents(form.current) === underWay.current) onSaved();
    else initial.current = underWay.current;
  }, [form, saves, onSaved]);
  return {
    unsaved,
    ready,
    onInput: () => setUnsaved(rejected || contents(form.current) !== initial.current),
    onSent: () => {
      underWay.current = contents(form.current);
    },
  };
}

function contents(form: HTMLFormElement | null): string {
  return form ? serialize(new FormData(form)) : "";
}

/** Returns a copy of the form with its default values. */
function withDefaults(form: HTMLFormElement | null): HTMLFormElement | null {
  const copy = form?.cloneNode(true);
  if (!(copy instanceof HTMLFormElement)) return null;
  copy.reset();
  return copy;
}

/** Serialises the field values. */
function serialize(form: FormData): string {
  return JSON.stringify([...form].filter(([name]) => name !== "version"));
}
