import { Fragment, type ReactNode } from "react";
import { OneField } from "#app/office/fields.tsx";
import { Switch } from "#app/ui/switch.tsx";
import type { FieldRecord, SettingGroup } from "#shop/settings/setting.ts";
import { SWITCHES, type SettingErrors } from "#shop/settings/setting-forms.ts";
import {
  fieldsIn,
  settingRecords,
  type SettingName,
  type Settings,
} from "#shop/settings/settings.ts";

/** Settings as form field values; a switch that is on is "on". */
export type SettingTexts = Record<SettingName, string>;

/** Values and errors of the fields of a form. */
export interface SettingFormValues {
  texts: SettingTexts;
  errors: SettingErrors;
}

export interface SettingFieldsProps extends SettingFormValues {
  group: SettingGroup;
  /** Renders the field of the kind `own`. */
  renderOwn?: (field: OwnFieldProps) => ReactNode;
  /** Hints that depend on more than the setting. */
  hints?: Partial<Record<SettingName, string>>;
  /** Settings that are not shown. Their fields send what is stored. */
  hidden?: readonly SettingName[];
}

/** The attributes of a field, for a component of its own. */
export interface OwnFieldProps {
  name: SettingName;
  label: string;
  hint: string | undefined;
  defaultValue: string;
  error: string | undefined;
  className: string | undefined;
}

/** All fields of a form, in the order of the settings: switches as lines, the others in a grid between them. */
export function SettingFields(props: SettingFieldsProps) {
  const { group, texts, errors, renderOwn, hints = {}, hidden = [] } = props;
  const fields = fieldsIn(group);
  const switches = fields.filter(isSwitch);
  return (
    <>
      {switches.length > 0 && (
        <input type="hidden" name={SWITCHES} value={switches.map(([name]) => name).join(" ")} />
      )}
      {blocksOf(fields).map((block) => {
        const [first] = block;
        const shown = block.map(([name, record]) => {
          const isHidden = hidden.includes(name);
          const wide = record.wide ? "setting-form__wide" : undefined;
          const field = renderField(record, renderOwn, {
            name,
            label: record.label,
            hint: hints[name] ?? record.hint,
            defaultValue: texts[name],
            error: errors[name],
            className: isHidden ? undefined : wide,
          });
          return isHidden ? (
            <div key={name} hidden>
              {field}
            </div>
          ) : (
            <Fragment key={name}>{field}</Fragment>
          );
        });
        if (!first || isSwitch(first)) return shown;
        const line = first[1].lineAbove ? " setting-form__fields--line" : "";
        return (
          <div key={first[0]} className={`setting-form__fields${line}`}>
            {shown}
          </div>
        );
      })}
    </>
  );
}

function renderField(
  record: FieldRecord,
  renderOwn: SettingFieldsProps["renderOwn"],
  field: OwnFieldProps,
): ReactNode {
  const { name, label, hint, defaultValue, error, className } = field;
  if (record.kind === "own") return renderOwn?.(field);
  if (record.kind === "switch")
    return <Switch {...{ name, label, hint }} defaultChecked={defaultValue === "on"} />;
  const { wide: _, ...look } = record;
  return (
    <OneField name={name} record={{ ...look, hint, className }} text={defaultValue} error={error} />
  );
}

/** Groups fields into switches and grids; a field with a line above it begins a grid. */
function blocksOf(fields: readonly [SettingName, FieldRecord][]): [SettingName, FieldRecord][][] {
  const blocks: [SettingName, FieldRecord][][] = [];
  for (const field of fields) {
    const block = blocks.at(-1);
    const previous = block?.at(-1);
    const continues = previous && isSwitch(previous) === isSwitch(field) && !field[1].lineAbove;
    if (continues) block?.push(field);
    else blocks.push([field]);
  }
  return blocks;
}

/** Whether a setting is switched on and off, also by a component of its own. */
function isSwitch([, record]: [SettingName, FieldRecord]): boolean {
  return typeof record.default === "boolean";
}

/** Returns the settings as the values of their fields. */
export function settingTexts(settings: Settings): SettingTexts {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, textOf(name as SettingName, value)]),
  ) as SettingTexts;
}

function textOf(name: SettingName, value: string | number | boolean): string {
  const record = settingRecords[name];
  if ("kind" in record && record.kind === "line" && record.toText)
    return record.toText(value as never);
  if (typeof value === "boolean") return value ? "on" : "";
  return String(value);
}
