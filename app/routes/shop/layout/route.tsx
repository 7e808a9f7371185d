import { Outlet, useLocation, useNavigation } from "react-router";
import { LoadingView } from "./loading-view.tsx";
import { ShopFrame } from "./shop-frame.tsx";

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
