import type { MetaDescriptor } from "react-router";

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
  return [
    { title: `${title} · ${shopName}` },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: origin + path },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: shopName },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: origin + path },
    { property: "og:image", content: previewImage(origin) },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: "Columns of coins" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** The address of the picture that previews show. */
export function previewImage(origin: string): string {
  return `${origin}/preview.png`;
}
