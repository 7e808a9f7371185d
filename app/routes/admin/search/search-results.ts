import { href } from "react-router";
import { goodsText, recipientText } from "#shop/catalog/goods.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import type { Role } from "#shop/accounts/account.ts";
import type { SearchHits } from "#shop/search/search.ts";
import { screensOf } from "../shared/screens.ts";
import type { FoundSetting } from "../settings/settings-pages.ts";
import { customerPath } from "../customers/customer-list.ts";

const MOST_SETTINGS = 6;

/** The server's hits for a text; null if the search failed. */
export interface SearchResponse {
  text: string;
  hits: SearchHits | null;
  settings: FoundSetting[];
}

/** One result of the quick search. */
export interface SearchResult {
  to: string;
  icon: IconName;
  text: string;
  /** Shown at the end of the line, to tell similar results apart. */
  note?: string;
  mono?: boolean;
}

export interface ResultGroup {
  title: string;
  results: SearchResult[];
}

/** How well names match a term in lower case: 0 is equal, 1 begins with it, 2 has a word that does, 3 is any other. */
export function matchRank(term: string, names: readonly (string | null)[]): number {
  const ranks = names.map((name) => {
    const text = name?.toLowerCase() ?? "";
    if (text === term) return 0;
    if (text.startsWith(term)) return 1;
    return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(term)) ? 2 : 3;
  });
  return Math.min(3, ...ranks);
}

/** A result with what it is found by. */
type Ranked = SearchResult & { names: readonly (string | null)[] };

/** Puts the results that match best first, and the groups by their first one; others stay in their order. */
function bestFirst(term: string, groups: { title: string; results: Ranked[] }[]): ResultGroup[] {
  const plain = term.replace(/^[@#]/, "");
  const ranked = groups.map(({ title, results }) => ({
    title,
    results: results
      .map(({ names, ...result }) => ({ rank: matchRank(plain, names), result }))
      .toSorted((a, b) => a.rank - b.rank),
  }));
  return ranked
    .filter(({ results }) => results.length > 0)
    .toSorted((a, b) => (a.results[0]?.rank ?? 0) - (b.results[0]?.rank ?? 0))
    .map(({ title, results }) => ({ title, results: results.map(({ result }) => result) }));
}

/** Groups matching screens of the role and the server's hits, the best first; all its screens for an empty text. */
export function groupResults(
  text: string,
  response: SearchResponse | null,
  role: Role,
): ResultGroup[] {
  const { hits = null, settings = [] } = response ?? {};
  const term = text.trim().toLowerCase();
  const named = screensOf(role).filter(({ label }) => label.toLowerCase().includes(term));
  const groups: { title: string; results: Ranked[] }[] = [
    {
      title: "Screens",
      results: named.map(({ to, icon, label }) => ({ to, icon, text: label, names: [label] })),
    },
  ];
  if (term) {
    groups.push({
      title: "Settings",
      results: settings.slice(0, MOST_SETTINGS).map(({ to, label, section }) => ({
        to,
        icon: "gear" as const,
        text: label,
        names: [label],
        ...(section && { note: section }),
      })),
    });
  }
  if (term && hits) {
    groups.push(
      {
        title: "Orders",
        results: hits.orders.map(({ id, status, totalCents, ...who }) => ({
          to:
            role === "delivery"
              ? href("/admin/deliver/orders/:orderId", { orderId: id })
              : href("/admin/orders/:orderId", { orderId: id }),
          icon: "receipt",
          text: id,
          mono: true,
          names: [id, who.tiktokUsername ?? who.giftEmail ?? null],
          note: [recipientText(who), totalCents !== null && formatUsd(totalCents), status]
            .filter(Boolean)
            .join(", "),
        })),
      },
      {
        title: "Customers",
        results: hits.customers.map(({ email, name, orders }) => ({
          to: customerPath(email),
          icon: "user",
          text: name ?? email,
          names: [email, name],
          note: name ? email : `${formatCount(orders)} ${orders === 1 ? "order" : "orders"}`,
        })),
      },
      {
        title: "Packages",
        results: hits.packages.map(({ id, priceCents, placement, ...goods }) => ({
          to: `${href("/admin/packages")}?edit=${encodeURIComponent(id)}`,
          icon: "coins",
          text: goodsText(goods),
          names: [`${goods.coins} coins`, goodsText(goods), id],
          note: placement === "off" ? "not for sale" : formatUsd(priceCents),
        })),
      },
    );
  }
  return bestFirst(term, groups);
}
