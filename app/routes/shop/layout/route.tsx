import { Outlet, useLocation, useNavigation } from "react-router";
import { ShopFrame } from "./shop-frame.tsx";
import "./loading.css";

/** All that is not the back office: the storefront and the pages about an account. */
export default function ShopLayout() {
  const { pathname } = useLocation();
  const { location: onTheWayTo } = useNavigation();
  const guarded = onTheWayTo && isGuarded(onTheWayTo.pathname) && !isGuarded(pathname);
  return <ShopFrame>{guarded ? <LoadingView /> : <Outlet />}</ShopFrame>;
}

/** Pages that open only once it is known who is there. */
function isGuarded(pathname: string): boolean {
  return /^\/(orders|account|admin)(\/|$)/.test(pathname);
}

/** The place of a guarded page until it is known who is there. */
function LoadingView() {
  return (
    <div className="container loading" aria-busy="true">
      <p className="loading__text display" role="status">
        Loading...
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
