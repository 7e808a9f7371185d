import { servicesContext } from "#app/context.ts";
import { requireSignedIn } from "#app/session.server.ts";
import { loyaltyOf } from "#shop/loyalty/loyalty.server.ts";
import { ordersOfEmail } from "#shop/orders/orders-of-email.server.ts";
import type { Route } from "./+types/route";
import { OrdersView } from "./orders-view.tsx";

const PER_PAGE = 20;

export const meta: Route.MetaFunction = () => [{ title: "My Orders" }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { account } = requireSignedIn(context);
  const search = (url.searchParams.get("q") ?? "").slice(0, 100);
  const asked = url.searchParams.get("page") ?? "";
  const page = /^\d{1,6}$/.test(asked) ? Math.max(1, Number(asked)) : 1;
  // An order belongs to whoever has shown that its email is theirs.
  const mine = { search, page, perPage: PER_PAGE };
  const [{ orders, total }, loyalty] = await Promise.all([
    account.emailVerified ? ordersOfEmail(db, account.email, mine) : { orders: [], total: 0 },
    loyaltyOf(db, account.id),
  ]);
  return {
    orders: orders.map(({ id, status, package: { coins }, totalCents, createdAt }) => ({
      id,
      status,
      coins,
      totalCents,
      createdAt,
    })),
    total,
    search,
    page,
    pages: Math.max(1, Math.ceil(total / PER_PAGE)),
    loyalty,
    emailVerified: account.emailVerified,
  };
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  return <OrdersView {...loaderData} />;
}
