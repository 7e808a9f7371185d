import type { z } from "zod";
import type { FieldLook } from "#lib/fields.ts";

/** The forms of the settings, each saved and versioned by itself. `wallet` and `setup` have their fields elsewhere. */
export const settingGroups = [
  "shop",
  "invoice",
  "email",
  "notification",
  "message",
  "delivery",
  "payment",
  "bitcoin",
  "wallet",
  "credit",
  "eu",
  "legal",
  "language",
  "setup",
  "security",
] as const;
export type SettingGroup = (typeof settingGroups)[number];

type SettingValue = string | number | boolean;

/**
 * The field of a setting: as one of every form, a switch, or `own`, a component of its own. `toText` writes a value that
 * is shown otherwise than it is stored.
 */
type SettingField =
  | (Extract<FieldLook, { kind: "line" }> & { toText?: (value: never) => string })
  | Extract<FieldLook, { kind: "lines" | "choice" }>
  | { kind: "switch" }
  | { kind: "own" };

/** All that is known of a setting that has a field. */
export type FieldRecord = SettingField & {
  group: Exclude<SettingGroup, "wallet" | "setup">;
  /** The value while none is stored; its type is the setting's. */
  default: SettingValue;
  /** Reads the text of the field, in the browser and on the server. */
  rule: z.core.$ZodType<SettingValue, string | undefined>;
  label: string;
  hint?: string;
  /** Shows that the field may be left empty. */
  optional?: true;
  /** As wide as two fields. */
  wide?: true;
  /** Begins with a line above it. */
  lineAbove?: true;
};

/** A setting that other screens change. */
export interface HiddenRecord {
  group: "wallet" | "setup";
  default: SettingValue;
}

export type SettingRecord = FieldRecord | HiddenRecord;
