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
  hasCheckout: boolean;
  year: number;
}

/** Returns the data of the root loader; undefined on error pages that it did not load for. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<() => RootData>("root");
}
