import type { CompiledMessage } from "icu-minify/format";
import type english from "./en.ts";
import type { Language } from "./languages.ts";

/** The English messages: sections by screen, in each the texts by key. */
export type Messages = typeof english;

/** A translation: the same keys. */
export type Translation = {
  readonly [S in keyof Messages]: { readonly [K in keyof Messages[S]]: string };
};

/** The compiled messages of one language: in the browser without the sections that only the server needs. */
export interface Catalog {
  language: Language;
  messages: Record<string, Record<string, CompiledMessage>>;
}
