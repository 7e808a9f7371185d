import { useLocation } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { currentCatalog, currentlyShown } from "#messages/current";
import { currencies } from "#messages/currencies.ts";
import { languageCodes, languages, pathIn } from "#messages/languages.ts";

/** This page in each language. The server remembers the choice, and leads to the page in it: links of another document. */
export function LanguageLinks() {
  const next = useNext();
  const { language } = currentCatalog();
  return languageCodes.map((code) => (
    <a
      key={code}
      href={`/language?to=${code}&next=${next}`}
      lang={code}
      hrefLang={code}
      rel="nofollow"
      aria-current={code === language ? "true" : undefined}
    >
      <bdi>{languages[code].name}</bdi>
      {code === language && <Icon name="check" size="sm" />}
    </a>
  ));
}

/** This page with amounts in each currency beside US dollars, and in dollars alone. */
export function CurrencyLinks() {
  const next = useNext();
  const { language } = currentCatalog();
  const shown = currentlyShown()?.currency ?? "USD";
  return (["USD", ...currencies] as const).map((code) => (
    <a
      key={code}
      href={`${pathIn(language, "/currency")}?to=${code}&next=${next}`}
      rel="nofollow"
      translate="no"
      aria-current={code === shown ? "true" : undefined}
    >
      {code}
    </a>
  ));
}

function useNext(): string {
  const { pathname, search } = useLocation();
  return encodeURIComponent(`${pathname}${search}`);
}
