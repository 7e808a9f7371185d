import { Outlet, useLocation, useNavigation } from "react-router";
import { t } from "#messages/translate.ts";
import { ShopFrame } from "./shop-frame.tsx";
import "./loading.css";

/** The layout of the storefront and the account pages. */
export default function ShopLayout() {
  const { pathname } = useLocation();
  const { location: target } = useNavigation();
  const entersGuarded = target && isGuarded(target.pathname) && !isGuarded(pathname);
  return <ShopFrame>{entersGuarded ? <LoadingView /> : <Outlet />}</ShopFrame>;
}

/** Pages that require a session. */
function isGuarded(pathname: string): boolean {
  return /^\/(orders|account|admin)(\/|$)/.test(pathname);
}

/** Stands in for a guarded page until the server has checked the session. */
function LoadingView() {
  return (
    <div className="container loading" aria-busy="true">
      <p className="loading__text display" role="status">
        {t("frame.loading")}
      </p>
      <div className="card loading__rows" aria-hidden="true">
        {[1, 2, 3, 4].map((row) => (
          <div key={row} className="loading__row">
            <span className="skeleton skeleton--art" />
            <span className="skeleton" />
            <span className="skeleton skeleton--short" />
          </div>
        ))}
      </div>
    </div>
  );
}
