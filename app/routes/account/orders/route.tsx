import { readVisitor } from "#app/visitor.server.ts";
import { creditHeldElsewhere } from "#shop/checkout/account-takings.server.ts";
import { goodsOf } from "#shop/catalog/goods.ts";
import { servicesContext } from "#app/context.ts";
import { requireSignedIn } from "#app/session.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { creditOf } from "#shop/credit/credit.server.ts";
import { readConvertiblePoints } from "#shop/loyalty/earned-credit.server.ts";
import { loyaltyOf } from "#shop/loyalty/loyalty.server.ts";
import { creditNotesOf } from "#shop/invoices/credit-notes.server.ts";
import { ordersOfEmail } from "#shop/orders/orders-of-email.server.ts";
import { useDrawing } from "#app/hydration/translated-page.ts";
import type { Route } from "./+types/route";
import { href, useActionData, useNavigation } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SendVerification } from "../shared/setting.tsx";
import { type CreditActionData, CreditCard } from "./credit-card.tsx";
import { CreditHistory } from "./credit-history.tsx";
import { Ledger } from "./ledger.tsx";
import { LoyaltyCard, ReferralCard } from "./loyalty-cards.tsx";
import { OrderRows, Paging } from "./order-rows.tsx";
import { OrderSearch } from "./order-search.tsx";
import "./credit.css";
import "./loyalty.css";
import "./orders.css";
import { rich, t } from "#messages/translate.ts";

export { action } from "./credit-action.server.ts";
export { headers } from "#app/limits.server.ts";

const PER_PAGE = 20;

export const meta: Route.MetaFunction = () => [{ title: t("myOrders.title") }];

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, appUrl } = services;
  const { account } = requireSignedIn(context);
  const search = (url.searchParams.get("q") ?? "").slice(0, 100);
  const pageParam = url.searchParams.get("page") ?? "";
  const page = /^\d{1,6}$/.test(pageParam) ? Math.max(1, Number(pageParam)) : 1;
  // Orders belong to the account that has verified their email.
  const mine = { search, page, perPage: PER_PAGE };
  const { pointsPerDollar } = await settingsOf(context);
  const visitorHash = await readVisitor(request, services);
  const [{ orders, total }, loyalty, credit, convertible, heldCents] = await Promise.all([
    account.emailVerified ? ordersOfEmail(db, account.email, mine) : { orders: [], total: 0 },
    loyaltyOf(db, account.id),
    creditOf(db, account.id),
    readConvertiblePoints(db, account.id, pointsPerDollar),
    creditHeldElsewhere(db, account.id, visitorHash),
  ]);
  const notes = await creditNotesOf(
    db,
    orders.map(({ checkoutId }) => checkoutId),
  );
  return {
    orders: orders.map(({ id, status, package: pkg, ...order }) => ({
      id,
      status,
      ...goodsOf(pkg),
      tiktokUsername: order.tiktokUsername,
      giftEmail: order.giftEmail,
      totalCents: order.totalCents,
      creditNotes: (notes.get(order.checkoutId) ?? []).map(({ number, grossCents }) => ({
        number,
        grossCents,
      })),
      createdAt: order.createdAt,
    })),
    total,
    search,
    page,
    pages: Math.max(1, Math.ceil(total / PER_PAGE)),
    loyalty,
    credit,
    heldCents,
    convertible,
    referralLink: `${appUrl()}${href("/register")}?referral=${loyalty.referralCode}`,
    emailVerified: account.emailVerified,
  };
}

/** My Orders: the orders placed with the account's verified email, loyalty points, referrals and credit. */
export default function Orders({ loaderData }: Route.ComponentProps) {
  const { orders, search, total, page, pages, loyalty, credit, emailVerified } = loaderData;
  const answer = useActionData<CreditActionData>();
  const navigation = useNavigation();
  const drawing = useDrawing(loaderData);
  const searching = navigation.location?.pathname === "/orders";
  const searchable = orders.length > 0 || search !== "";
  return (
    <div key={drawing} className="container orders">
      <header className="orders__head">
        <h1 className="display">{t("myOrders.title")}</h1>
        {searchable && <OrderSearch search={search} />}
      </header>
      <div className="orders__columns">
        <div className="orders__main">
          {!emailVerified && <NotVerified />}
          <p className="sr" role="status">
            {search && orders.length > 0 && t("myOrders.found", { total, search })}
          </p>
          {orders.length > 0 ? (
            <OrderRows orders={orders} busy={searching} />
          ) : (
            <NoOrders search={search} />
          )}
          {pages > 1 && <Paging search={search} page={page} pages={pages} />}
        </div>
        <aside className="orders__aside" aria-label={t("myOrders.aside")}>
          <LoyaltyCard loyalty={loyalty} />
          <CreditCard
            credit={credit}
            heldCents={loaderData.heldCents}
            convertible={loaderData.convertible}
            emailVerified={emailVerified}
            answer={answer}
          />
          <ReferralCard loyalty={loyalty} link={loaderData.referralLink} />
        </aside>
        <div className="orders__ledgers">
          <Ledger loyalty={loyalty} />
          <CreditHistory credit={credit} />
        </div>
      </div>
    </div>
  );
}

function NotVerified() {
  return (
    <Notice tone="pending">
      <p>{rich("myOrders.notVerified", { b: <b /> })}</p>
      <SendVerification next="/orders" />
    </Notice>
  );
}

function NoOrders({ search }: { search: string }) {
  return (
    <div className="card">
      {search ? (
        <EmptyState
          title={t("myOrders.noMatch", { search })}
          action={<ButtonLink to="/orders">{t("myOrders.clearSearch")}</ButtonLink>}
        >
          {t("myOrders.searchLooksAt")}
        </EmptyState>
      ) : (
        <EmptyState
          title={t("myOrders.none")}
          action={
            <ButtonLink to="/#packages" variant="primary">
              {t("myOrders.choosePackage")}
            </ButtonLink>
          }
        >
          {t("myOrders.noneText")}
        </EmptyState>
      )}
    </div>
  );
}
