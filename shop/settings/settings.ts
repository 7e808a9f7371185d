import type { z } from "zod";
import { euRecords } from "./records/eu.ts";
import { messageRecords } from "./records/messages.ts";
import { paymentRecords } from "./records/payments.ts";
import { shopRecords } from "./records/shop.ts";
import {
  type FieldRecord,
  type SettingGroup,
  settingGroups,
  type SettingRecord,
} from "./setting.ts";

const records = { ...shopRecords, ...euRecords, ...messageRecords, ...paymentRecords };
type Records = typeof records;

/** The type of a setting: that of its default, whose literals stand for all values of their kind. */
type ValueOf<Default> = Default extends boolean
  ? boolean
  : Default extends number
    ? number
    : Default;

/** All settings. */
export type Settings = { -readonly [Name in keyof Records]: ValueOf<Records[Name]["default"]> };

export type SettingName = keyof Settings;

/** Everything that is known of each setting, in the order of the forms. */
export const settingRecords: Readonly<Record<SettingName, SettingRecord>> = records;

/** The names of all settings, in the order of the forms. */
export const settingNames = Object.keys(records) as SettingName[];

/** By this type, each rule has to return what its setting can be. */
const typed: {
  readonly [Name in SettingName]: {
    default: Settings[Name];
    rule?: z.core.$ZodType<Settings[Name]>;
  };
} = records;

/** The values of settings that are not stored. */
export const defaultSettings: Settings = Object.fromEntries(
  settingNames.map((name) => [name, typed[name].default]),
) as Settings;

/** Returns the settings of a group, in the order of its form. */
export function settingsIn(group: SettingGroup): SettingName[] {
  return namesByGroup[group];
}

/** Returns the settings of a group that have a field, with their records. */
export function fieldsIn(group: SettingGroup): [SettingName, FieldRecord][] {
  return settingsIn(group).flatMap((name) => {
    const record = settingRecords[name];
    return "rule" in record ? [[name, record] as [SettingName, FieldRecord]] : [];
  });
}

const namesByGroup = Object.fromEntries(
  settingGroups.map((group) => [
    group,
    settingNames.filter((name) => records[name].group === group),
  ]),
) as Record<SettingGroup, SettingName[]>;
