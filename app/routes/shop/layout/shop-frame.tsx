import type { ReactNode } from "react";
import { useLocation, useMatches } from "react-router";
import { useRootData } from "#app/root-data.ts";
import type { PageHandle } from "#app/hydration/static-page.ts";
import { defaultNames } from "#shop/settings/default-names.ts";
import { paidText } from "../method/method-labels.ts";
import { SiteFooter, SiteHeader } from "./site.tsx";

/** The `handle` of shop routes. `deepHeader` matches the header to a dark first section. */
export interface ShopHandle extends PageHandle {
  deepHeader?: boolean;
}

// The 404 page has no loader data.
const yearOfStart = new Date().getUTCFullYear();

/** The header and footer around every shop page. */
export function ShopFrame({ children }: { children: ReactNode }) {
  const data = useRootData();
  const shopName = data?.shopName ?? defaultNames.shopName;
  const { pathname } = useLocation();
  const deep = useMatches().some((match) => (match.handle as ShopHandle | undefined)?.deepHeader);
  return (
    <>
      <SiteHeader
        shopName={shopName}
        hasCheckout={data?.hasCheckout ?? false}
        account={data?.account ?? null}
        deep={deep}
      />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter
        shopName={shopName}
        supportEmail={data?.supportEmail ?? defaultNames.supportEmail}
        paid={data?.paid ?? paidText([])}
        year={data?.year ?? yearOfStart}
        // The newsletter pages have the form themselves.
        newsletter={!pathname.startsWith("/newsletter")}
      />
    </>
  );
}
