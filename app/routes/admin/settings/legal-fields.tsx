import { useRef, useState, useSyncExternalStore } from "react";
import { LegalText } from "#app/routes/shop/legal/legal-text.tsx";
import { Button } from "#app/ui/button.tsx";
import { Textarea } from "#app/ui/field.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import {
  fillIn,
  type LegalPage,
  legalPages,
  type LegalSetting,
  type Placeholder,
  placeholders,
} from "#shop/settings/legal/legal.ts";
import { parseMarkdown } from "#lib/parse-markdown.ts";
import type { SettingFormValues } from "./setting-fields.tsx";

/** What the server knows of the legal pages: browsers do not load the default texts by themselves. */
export interface LegalDefaults {
  texts: Record<LegalSetting, string>;
  /** The values of the placeholders. */
  values: Record<Placeholder, string>;
}

interface LegalFieldsProps extends SettingFormValues {
  defaults: LegalDefaults;
}

/** The text of each legal page, with a preview. */
export function LegalFields({ texts, errors, defaults }: LegalFieldsProps) {
  return (
    <>
      <p className="legal-about">
        Markdown: ## heading, **bold**, - list, [words](https://address). HTML is shown as text.
        Filled in from the settings:{" "}
        {placeholders.map((name) => (
          <code key={name} className="mono">{`{${name}}`}</code>
        ))}
      </p>
      {(Object.keys(legalPages) as LegalPage[]).map((page) => {
        const { setting, title } = legalPages[page];
        return (
          <LegalField
            key={page}
            name={setting}
            title={title}
            start={texts[setting]}
            byDefault={defaults.texts[setting]}
            error={errors[setting]}
            values={defaults.values}
          />
        );
      })}
    </>
  );
}

interface LegalFieldProps {
  name: string;
  title: string;
  /** The saved or submitted text; empty for the default text. */
  start: string;
  byDefault: string;
  error: string | undefined;
  values: LegalDefaults["values"];
}

function LegalField({ name, title, start, byDefault, error, values }: LegalFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(start || byDefault);
  const scripted = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const startOver = () => {
    if (!field.current) return;
    field.current.value = byDefault;
    // The form tracks unsaved changes by `input` events.
    field.current.dispatchEvent(new Event("input", { bubbles: true }));
    field.current.focus();
  };
  const isDefault = text.trim() === "" || text.trim() === byDefault;
  return (
    <div className="legal-field">
      <Textarea
        ref={field}
        label={title}
        name={name}
        rows={10}
        defaultValue={start || byDefault}
        onInput={(event) => setText(event.currentTarget.value)}
        error={error}
        hint="Clear to restore the default text."
      />
      <div className="legal-field__foot">
        <span>{isDefault ? "This is the default text" : "Your own text"}</span>
        {scripted && (
          <Button size="sm" onClick={startOver} disabled={isDefault && text !== ""}>
            Use the default text<span className="sr"> for {title}</span>
          </Button>
        )}
      </div>
      <Disclosure
        className="legal-preview"
        title={
          <>
            Preview<span className="sr"> of {title}</span>
          </>
        }
      >
        <div className="terms terms--narrow">
          <LegalText nodes={parseMarkdown(fillIn(text.trim() || byDefault, values))} />
        </div>
      </Disclosure>
    </div>
  );
}
