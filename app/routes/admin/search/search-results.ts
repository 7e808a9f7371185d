import { href } from "react-router";
import type { IconName } from "#app/ui/icon.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import type { SearchHits } from "#shop/search/search.ts";
import { screens } from "../layout/admin-frame.tsx";
import type { FoundSetting } from "../settings/setting-sections.ts";
import { customerPath } from "../customers/customer-query.ts";

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

/** Groups matching screens and the server's hits; all screens for an empty text. Empty groups are omitted. */
export function groupResults(text: string, response: SearchResponse | null): ResultGroup[] {
  const { hits = null, settings = [] } = response ?? {};
  const term = text.trim().toLowerCase();
  const named = screens.filter(({ label }) => label.toLowerCase().includes(term));
  const groups: ResultGroup[] = [
    { title: "Screens", results: named.map(({ to, icon, label }) => ({ to, icon, text: label })) },
  ];
  if (term) {
    groups.push({
      title: "Settings",
      results: settings.slice(0, MOST_SETTINGS).map(({ to, label, section }) => ({
        to,
        icon: "gear" as const,
        text: label,
        ...(section && { note: section }),
      })),
    });
  }
  if (term && hits) {
    groups.push(
      {
        title: "Orders",
        results: hits.orders.map(({ id, tiktokUsername, status, totalCents }) => ({
          to: href("/admin/orders/:orderId", { orderId: id }),
          icon: "receipt",
          text: id,
          mono: true,
          note: `@${tiktokUsername}, ${formatUsd(totalCents)}, ${status}`,
        })),
      },
      {
        title: "Customers",
        results: hits.customers.map(({ email, name, orders }) => ({
          to: customerPath(email),
          icon: "user",
          text: name ?? email,
          note: name ? email : `${formatCount(orders)} ${orders === 1 ? "order" : "orders"}`,
        })),
      },
      {
        title: "Packages",
        results: hits.packages.map(({ id, coins, priceCents, placement }) => ({
          to: `${href("/admin/packages")}?edit=${encodeURIComponent(id)}`,
          icon: "coins",
          text: `${formatCount(coins)} coins`,
          note: placement === "off" ? "not for sale" : formatUsd(priceCents),
        })),
      },
    );
  }
  return groups.filter(({ results }) => results.length > 0);
}
