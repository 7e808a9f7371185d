import { useId } from "react";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field, Select, Textarea } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { FieldRecord, Fields, FieldTexts } from "#lib/fields.ts";
import type { FieldErrors } from "#lib/form.ts";
import "./office.css";

interface FieldsProps {
  of: Fields;
  texts: FieldTexts;
  errors: FieldErrors<string>;
  /** The language of what is typed, where it is not that of the page. */
  language?: TypedLanguage;
}

interface TypedLanguage {
  lang: string;
  dir: "ltr" | "rtl";
}

/** The fields of a form, in the order of their records. */
export function FormFields({ of: fields, texts, errors, language }: FieldsProps) {
  return Object.entries(fields).map(([name, record]) => (
    <OneField
      key={name}
      name={name}
      record={record}
      text={texts[name] ?? ""}
      error={errors[name]}
      language={language}
    />
  ));
}

interface OneFieldProps {
  name: string;
  record: FieldRecord;
  text: string | readonly string[];
  error: string | undefined;
  language?: TypedLanguage;
}

/** One field as its record describes it. */
export function OneField({ name, record, text, error, language }: OneFieldProps) {
  const { label, hint, optional } = record;
  const className = record.wide ? "inline-form__wide" : record.className;
  const field = { name, label, hint, optional, error, className, defaultValue: text, ...language };
  switch (record.kind) {
    case "line":
      return <Field {...field} {...record.input} mono={record.mono} />;
    case "lines":
      return <Textarea {...field} {...record.input} rows={record.rows} />;
    case "choice":
      return (
        <Select {...field}>
          {record.choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      );
    case "tick":
      return <Checkbox name={name} label={label} defaultChecked={text === "on"} />;
    case "radios":
      return <Radios name={name} record={record} chosen={text} />;
    case "ticks":
      return <Ticks name={name} record={record} ticked={text} error={error} />;
  }
}

type ChoiceRecord = Extract<FieldRecord, { choices: unknown }>;

interface RadiosProps {
  name: string;
  record: ChoiceRecord;
  chosen: string | readonly string[];
}

/** A choice of which all values are seen. */
function Radios({ name, record, chosen }: RadiosProps) {
  return (
    <fieldset className="radios">
      <legend className="field__label">{record.label}</legend>
      {record.choices.map(([value, label]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={chosen === value} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface TicksProps {
  name: string;
  record: ChoiceRecord;
  ticked: string | readonly string[];
  error: string | undefined;
}

/** A list of ticks of one name. */
function Ticks({ name, record, ticked, error }: TicksProps) {
  const errorId = useId();
  return (
    <fieldset className="inline-form__wide ticks" aria-describedby={error ? errorId : undefined}>
      <legend className="field__label">{record.label}</legend>
      {record.choices.map(([value, label, code]) => (
        <Checkbox
          key={value}
          name={name}
          value={value}
          defaultChecked={ticked.includes(value)}
          aria-invalid={error ? true : undefined}
          label={
            <>
              {label} {code !== undefined && <span className="mono ticks__code">{code}</span>}
            </>
          }
        />
      ))}
      {error && (
        <p className="field__error" id={errorId}>
          <Icon name="alert" size="sm" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
