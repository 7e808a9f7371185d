import type { GetICUArgs } from "@schummar/icu-type-parser";
import format, { type CompiledMessage, type FormatOptions } from "icu-minify/format";
import { currentCatalog } from "#messages/current";
import type english from "./en.ts";
import { type Language, languages } from "./languages.ts";
import { remembered } from "./remembered.ts";

/** The English messages: sections by screen, in each the texts by key. */
export type Messages = typeof english;

/** A translation: the same keys. */
export type Translation = {
  readonly [S in keyof Messages]: { readonly [K in keyof Messages[S]]: string };
};

/** A translation that is not complete: English stands for what it lacks. */
export type PartialTranslation = { readonly [S in keyof Translation]?: Partial<Translation[S]> };

/** The compiled messages of one language: in the browser without the sections that only the server needs. */
export interface Catalog {
  language: Language;
  messages: Record<string, Record<string, CompiledMessage>>;
}

/** A text's section and key: "home.title". */
export type MessageKey = {
  [S in keyof Messages & string]: `${S}.${keyof Messages[S] & string}`;
}[keyof Messages & string];

type TextOf<K extends MessageKey> = K extends `${infer S}.${infer T}`
  ? S extends keyof Messages
    ? T extends keyof Messages[S]
      ? Messages[S][T] extends string
        ? Messages[S][T]
        : never
      : never
    : never
  : never;

type ValuesOf<K extends MessageKey> = GetICUArgs<
  TextOf<K>,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>;

/** The values of a text's arguments; nothing for a text without any. */
type Values<K extends MessageKey> = keyof ValuesOf<K> extends never ? [] : [values: ValuesOf<K>];

/** Returns a text in the language of this request, page or mail. */
export function t<K extends MessageKey>(key: K, ...[values]: Values<K>): string {
  const text = formatted(key, values as Record<string, string | number>);
  return Array.isArray(text) ? text.join("") : text;
}

/** Returns a text with parts in tags, each rendered by a function of its name: `<link>Terms</link>`. */
export function rich<K extends MessageKey, Element>(
  key: K,
  values: Partial<ValuesOf<K>> & Record<string, unknown>,
): (string | Element)[] {
  const text = formatted<Element>(key, values as Record<string, string>);
  return Array.isArray(text) ? text : [text];
}

function formatted<Element = string>(
  key: string,
  values: Record<string, string | number> | undefined,
): string | Element | (string | Element)[] {
  const { language, messages } = currentCatalog();
  const { tag, dir } = languages[language];
  const [section = "", name = ""] = key.split(".");
  const message = messages[section]?.[name];
  if (message === undefined) throw new Error(`no text ${key} in ${language}`);
  return format<Element>(message, tag, dir === "rtl" ? isolated(values) : values, {
    formatters,
    timeZone: "UTC",
  });
}

/**
 * Isolates values in a text from right to left (UAX #9, FSI and PDI): a username, an amount or an address keeps its own
 * direction, and moves nothing around it.
 */
function isolated<V>(
  values: Record<string, V> | undefined,
): Record<string, V | string> | undefined {
  if (!values) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? `\u2068${value}\u2069` : value,
    ]),
  );
}

const formatters: FormatOptions["formatters"] = {
  getDateTimeFormat: remembered((...args) => new Intl.DateTimeFormat(...args)),
  getNumberFormat: remembered((...args) => new Intl.NumberFormat(...args)),
  getPluralRules: remembered((...args) => new Intl.PluralRules(...args)),
};
