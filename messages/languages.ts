/** A language of the buyer's screens and mails: its code is the `lang` of pages, its prefix the first part of their addresses. */
interface LanguageFacts {
  /** In the language itself, as its speakers look for it. */
  name: string;
  /** Empty for English: every address without a prefix stays as it is. */
  prefix: string;
  dir: "ltr" | "rtl";
  /** What `Intl` formats by. */
  tag: string;
}

export const languages = {
  en: { name: "English", prefix: "", dir: "ltr", tag: "en-US" },
  es: { name: "Español", prefix: "/es", dir: "ltr", tag: "es" },
  "pt-BR": { name: "Português (Brasil)", prefix: "/pt", dir: "ltr", tag: "pt-BR" },
  // Digits as in amounts of Bitcoin, which wallets show so.
  ar: { name: "العربية", prefix: "/ar", dir: "rtl", tag: "ar-u-nu-latn" },
  tr: { name: "Türkçe", prefix: "/tr", dir: "ltr", tag: "tr" },
  id: { name: "Bahasa Indonesia", prefix: "/id", dir: "ltr", tag: "id" },
  fr: { name: "Français", prefix: "/fr", dir: "ltr", tag: "fr" },
  de: { name: "Deutsch", prefix: "/de", dir: "ltr", tag: "de" },
} as const satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof languages;

export const languageCodes = Object.keys(languages) as Language[];

/** Returns whether a text is the code of a language. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}

/** Splits a path into its language and the path without its prefix: `/es/checkout` is `/checkout` in Spanish. */
export function splitPath(pathname: string): { language: Language; path: string } {
  const [, prefix = "", rest = ""] = /^(\/[a-z]{2})(\/.*)?$/.exec(pathname) ?? [];
  const language = languageCodes.find((code) => prefix !== "" && languages[code].prefix === prefix);
  if (!language) return { language: "en", path: pathname };
  return { language, path: rest === "" ? "/" : rest };
}

/** Returns path and query of an address without the prefix of its language, which redirects get from the router. */
export function pathOf({ pathname, search }: URL): string {
  return splitPath(pathname).path + search;
}

/** Returns the path of a page in a language: that of the home page in Spanish is `/es/`. */
export function pathIn(language: Language, path: string): string {
  return languages[language].prefix + path;
}

/** Only for the parser: paths have no host. */
const ANY_ORIGIN = "http://shop";

/**
 * Splits an address in this shop into its language and its path with query and fragment; an address that leads elsewhere
 * is the home page. The check comes after the URL parser (WHATWG URL Standard, 4.4), which removes dots, tabs and line
 * breaks and turns backslashes as browsers do, and after the prefix is cut off: only then `/.//host` and `/de//host` are
 * `//host`.
 */
export function splitAddress(address: string): { language: Language; path: string } {
  const url = address.startsWith("/") ? URL.parse(address, ANY_ORIGIN) : null;
  const { language, path } = splitPath(url?.origin === ANY_ORIGIN ? url.pathname : "");
  // With two slashes anywhere, cutting off another prefix could give `//host`.
  const isLocal = url !== null && /^\/[!-[\]-~]*$/.test(path) && !path.includes("//");
  return { language, path: isLocal ? path + url.search + url.hash : "/" };
}

/** Returns what a `Location` says for an address in this shop, in a language; the home page for one that leads elsewhere. */
export function localPath(address: string, language: Language = "en"): string {
  return pathIn(language, splitAddress(address).path);
}

/** Returns the paths of a page in all languages, by the value of `hreflang`. */
export function alternatesOf(path: string): { hrefLang: string; path: string }[] {
  return [
    ...languageCodes.map((code) => ({ hrefLang: code as string, path: pathIn(code, path) })),
    { hrefLang: "x-default", path },
  ];
}

/** Returns the language tags of an `Accept-Language` header by quality (RFC 9110, 12.5.4), without those that are refused. */
export function acceptedTags(header: string | null): string[] {
  return (header ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...params] = part.trim().split(";");
      const quality = params.map((param) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(param)?.[1]);
      return { tag, quality: Number(quality.find(Boolean) ?? 1) };
    })
    .filter(({ tag, quality }) => tag !== "" && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/**
 * Returns the first language of an `Accept-Language` header that the shop has; null for none. A region that the shop does
 * not have stands for its language: `es-MX` is Spanish.
 */
export function preferredLanguage(header: string | null): Language | null {
  for (const tag of acceptedTags(header)) {
    const [base] = tag.toLowerCase().split("-");
    const found = languageCodes.find((code) => code.toLowerCase().split("-")[0] === base);
    if (found) return found;
  }
  return null;
}
