import { useNavigation } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatCount } from "#lib/money.ts";
import type { LoyaltyView } from "#shop/loyalty/loyalty.ts";
import type { OwnOrder } from "#shop/orders/order.ts";
import { SendVerification } from "../shared/send-verification.tsx";
import { Ledger } from "./ledger.tsx";
import { LoyaltyCard } from "./loyalty-card.tsx";
import { OrderRows } from "./order-rows.tsx";
import { OrderSearch } from "./order-search.tsx";
import { Paging } from "./paging.tsx";
import { ReferralCard } from "./referral-card.tsx";
import "./loyalty.css";
import "./orders.css";

export interface OrdersViewProps {
  /** Those of this page. */
  orders: readonly OwnOrder[];
  /** What was searched for; empty when nothing was. */
  search: string;
  /** How many orders there are on all pages together, of those searched for. */
  total: number;
  /** Counted from 1. */
  page: number;
  pages: number;
  loyalty: LoyaltyView;
  emailVerified: boolean;
}

/** The orders placed with the owner's email, and what came of them in points and earnings. */
export function OrdersView(props: OrdersViewProps) {
  const { orders, search, total, page, pages, loyalty, emailVerified } = props;
  const navigation = useNavigation();
  const searching = navigation.location?.pathname === "/orders";
  const searchable = orders.length > 0 || search !== "";
  return (
    <div className="container orders">
      <header className="orders__head">
        <h1 className="display">My Orders</h1>
        {searchable && <OrderSearch search={search} />}
      </header>
      <div className="orders__columns">
        <div className="orders__main">
          {!emailVerified && <NotVerified />}
          <p className="sr" role="status">
            {search && orders.length > 0 && `${foundText(total)} “${search}”`}
          </p>
          {orders.length > 0 ? (
            <OrderRows orders={orders} busy={searching} />
          ) : (
            <NoOrders search={search} />
          )}
          {pages > 1 && <Paging search={search} page={page} pages={pages} />}
        </div>
        <aside className="orders__aside" aria-label="Loyalty and referrals">
          <LoyaltyCard loyalty={loyalty} />
          <ReferralCard loyalty={loyalty} />
        </aside>
        <Ledger loyalty={loyalty} />
      </div>
    </div>
  );
}

function foundText(total: number): string {
  return total === 1 ? "1 order matches" : `${formatCount(total)} orders match`;
}

function NotVerified() {
  return (
    <Notice tone="pending">
      <p>
        <b>Your email is not verified yet.</b> Orders placed with it show here once it is: open the
        link in the mail we sent you.
      </p>
      <SendVerification next="/orders" />
    </Notice>
  );
}

function NoOrders({ search }: { search: string }) {
  return (
    <div className="card">
      {search ? (
        <EmptyState
          title={`No orders match “${search}”`}
          action={<ButtonLink to="/orders">Clear search</ButtonLink>}
        >
          The search looks at order IDs and statuses.
        </EmptyState>
      ) : (
        <EmptyState
          title="No Orders Yet"
          action={
            <ButtonLink to="/#packages" variant="primary">
              Choose a package
            </ButtonLink>
          }
        >
          Orders placed with your email show up here.
        </EmptyState>
      )}
    </div>
  );
}
