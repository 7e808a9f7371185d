import type { ReactNode } from "react";
import { useLocation, useMatches, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "#app/root.tsx";
import { defaultNames } from "#shop/settings/default-names.ts";
import { SiteFooter, SiteHeader } from "./site.tsx";

/** Routes whose first section is a deep band ask for a bar that belongs to it. */
export interface ShopHandle {
  deepHeader?: boolean;
}

// The page for an unknown address has no loader data.
const yearOfStart = new Date().getUTCFullYear();

/** What stands around every page that is not of the back office. */
export function ShopFrame({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof rootLoader>("root");
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
        paid={data?.paid ?? "in Bitcoin"}
        year={data?.year ?? yearOfStart}
        // The pages about it need no second form.
        newsletter={!pathname.startsWith("/newsletter")}
      />
    </>
  );
}
