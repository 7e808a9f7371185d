import type { GetICUArgs } from "@schummar/icu-type-parser";
import format, { type FormatOptions } from "icu-minify/format";
import { cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";
import { currentCatalog, missingText } from "#messages/current";
import type { Messages } from "./catalog.ts";
import { languages } from "./languages.ts";
import { remembered } from "./remembered.ts";

/** A text's section and key: "home.title". */
export type MessageKey = {
  [S in keyof Messages]: `${S}.${keyof Messages[S] & string}`;
}[keyof Messages];

/** The names of the statuses of orders. */
export const orderStatusNames = {
  pending: "ui.statusPending",
  processing: "ui.statusProcessing",
  completed: "ui.statusCompleted",
  rejected: "ui.statusRejected",
} as const satisfies Record<string, MessageKey>;

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

/** The names of the tags in a text. */
type TagsIn<T extends string> = T extends `${string}</${infer Name}>${infer Rest}`
  ? Name | TagsIn<Rest>
  : never;

/** Returns a text in the language of this request, page or mail. */
export function t<K extends MessageKey>(key: K, ...[values]: Values<K>): string {
  const text = formatted(key, values as Record<string, string | number>);
  return Array.isArray(text) ? text.join("") : text;
}

/** Renders a part of a text in tags: an element that gets its content, or a function that gets it. */
type Part = ReactElement | ((content: ReactNode) => ReactNode);

/**
 * Returns a text with parts in tags, each rendered by what has its name: `<link>Terms</link>` by `link: <Link to="/terms" />`.
 * A part without a text of its own is an empty tag: `<time></time>`.
 */
export function rich<K extends MessageKey>(
  key: K,
  values: ValuesOf<K> & Record<TagsIn<TextOf<K>>, Part>,
): ReactNode {
  let parts = 0;
  const rendered = Object.entries<unknown>(values).map(([name, value]) => {
    if (!isValidElement(value)) return [name, value];
    return [name, (content: ReactNode[]) => filled(value, content, String((parts += 1)))];
  });
  return formatted<ReactNode>(key, Object.fromEntries(rendered) as Record<string, string>);
}

/** Returns the element with this content, unless that is empty, and a key, since it stands in a list of parts. */
function filled(element: ReactElement, content: ReactNode[], key: string): ReactElement {
  const isEmpty = content.every((chunk) => chunk === "");
  return isEmpty ? cloneElement(element, { key }) : cloneElement(element, { key }, ...content);
}

function formatted<Element = string>(
  key: string,
  values: Record<string, string | number> | undefined,
): string | Element | (string | Element)[] {
  const { language, messages } = currentCatalog();
  const { tag, dir } = languages[language];
  const [section = "", name = ""] = key.split(".");
  const message = messages[section]?.[name] ?? missingText(section, name);
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
