import { type Country, countryName, listCountries } from "#lib/countries.ts";
import { currentLanguage } from "./current.server.ts";
import { languages } from "./languages.ts";
import { remembered } from "./remembered.ts";

/** Formats a moment in a time zone (IANA name), with the zone's name: "20 Nov 2026, 08:02 UTC". */
export function moment(value: Date, timeZone: string): string {
  const language = currentLanguage();
  return momentsIn(language === "en" ? "en-GB" : languages[language].tag, timeZone).format(value);
}

/** Returns the name of a country. On the server only: browsers may know other names. */
export function country(code: string): string {
  const language = currentLanguage();
  return language === "en"
    ? countryName(code)
    : (regionsIn(languages[language].tag).of(code) ?? code);
}

/** Returns all countries by name. On the server only, as `country`. */
export function countries(): Country[] {
  const language = currentLanguage();
  if (language === "en") return listCountries();
  const { compare } = collatorsIn(languages[language].tag);
  return listCountries()
    .map(({ code }) => ({ code, name: country(code) }))
    .toSorted((a, b) => compare(a.name, b.name));
}

const momentsIn = remembered(
  (tag: string, timeZone: string) =>
    new Intl.DateTimeFormat(tag, {
      ...{ day: "numeric", month: "short", year: "numeric" },
      ...{ hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
      ...{ timeZone, timeZoneName: "short" },
    }),
);
const regionsIn = remembered((tag: string) => new Intl.DisplayNames(tag, { type: "region" }));
const collatorsIn = remembered((tag: string) => new Intl.Collator(tag));
