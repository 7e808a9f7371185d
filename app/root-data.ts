import { useRouteLoaderData } from "react-router";
import type { Account } from "#shop/accounts/account.ts";

/** What the root loader provides to every page. */
export interface RootData {
  shopName: string;
  supportEmail: string;
  /** How buyers pay, for the footer. */
  paid: string;
  /** The signed-in account. */
  account: Pick<Account, "name" | "role"> | null;
  sandbox: boolean;
  /** Whether the sandbox runs on the data of a live shop. */
  reachesNobody: boolean;
  hasCheckout: boolean;
  year: number;
}

/** Returns the data of the root loader; undefined on error pages that it did not load for. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<() => RootData>("root");
}

interface Match {
  id: string;
  loaderData?: unknown;
}

/** Returns the title, such as "Orders · Admin · Satchel", and the description of a screen. */
export function adminTitle(title: string, matches: readonly (Match | undefined)[]) {
  const root = matches.find((match) => match?.id === "root");
  const shopName = (root?.loaderData as { shopName?: string } | undefined)?.shopName;
  return [
    { title: [title, "Admin", shopName].filter(Boolean).join(" · ") },
    { name: "description", content: `${title}, in the back office of ${shopName ?? "the shop"}.` },
  ];
}
