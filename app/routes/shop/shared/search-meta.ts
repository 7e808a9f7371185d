import type { MetaDescriptor } from "react-router";
import { currentCatalog } from "#messages/current";
import { t } from "#messages/translate.ts";
import { alternatesOf, pathIn } from "#messages/languages.ts";

interface SharedPage {
  /** The public URL of the shop, without a trailing slash. */
  origin: string;
  /** The path that search engines show, without a query. */
  path: string;
  shopName: string;
  title: string;
  description: string;
}

/** Returns title, description, canonical address and Open Graph preview of a page: https://ogp.me */
export function searchMeta(page: SharedPage): MetaDescriptor[] {
  const { origin, path, shopName, title, description } = page;
  const { language } = currentCatalog();
  return [
    { title: `${title} · ${shopName}` },
    { name: "description", content: description },
    ...languageLinks({ origin, path }),
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: shopName },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: origin + pathIn(language, path) },
    { property: "og:locale", content: language.replace("-", "_") },
    { property: "og:image", content: previewImage(origin) },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: t("goods.preview") },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/**
 * Returns the canonical address of a page in its language, and its addresses in the others. `x-default` is the one that
 * leads to the language of the browser: https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function languageLinks({ origin, path }: Pick<SharedPage, "origin" | "path">) {
  const { language } = currentCatalog();
  return [
    { tagName: "link" as const, rel: "canonical", href: origin + pathIn(language, path) },
    ...alternatesOf(path).map(({ hrefLang, path }) => ({
      tagName: "link" as const,
      rel: "alternate",
      hrefLang,
      href: origin + path,
    })),
  ];
}

/** The address of the picture that previews show. */
export function previewImage(origin: string): string {
  return `${origin}/preview.png`;
}
