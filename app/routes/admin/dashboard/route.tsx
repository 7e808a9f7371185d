import { useLive } from "#app/live.ts";
import { servicesContext } from "#app/context.ts";
import { requireAdmin } from "#app/session.server.ts";
import { figureDaysOf } from "#app/facts.server.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { readRecount } from "#shop/reports/figures.server.ts";
import { longDay } from "#shop/reports/period.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "../shared/admin-title.ts";
import { AttentionList } from "./attention-list.tsx";
import { KeyFigures } from "./stat-cards.tsx";
import { PaymentMethods } from "./payment-methods.tsx";
import { RecentOrders } from "./recent-orders.tsx";
import { RecountNotice } from "../shared/recount-notice.tsx";
import { useEvery } from "../shared/use-every.ts";
import "./dashboard.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Dashboard", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db, office, chainUp, chainAgrees, prices } = args.context.get(servicesContext);
  const now = new Date();
  const days = await figureDaysOf(args.context);
  const [dashboard, unpaid, recount] = await Promise.all([
    office.dashboard(days.zone),
    office.unpaidRun(),
    readRecount(db, days),
  ]);
  return {
    dashboard,
    recount,
    sources: {
      chainUp: chainUp(),
      chainAgrees: chainAgrees(),
      priceUp: prices.current(now) !== null,
      troubledPrices: prices
        .sources(now)
        .flatMap(({ name, problem }) => (problem === null ? [] : [{ name, problem }])),
      unpaidRun: unpaid,
    },
  };
}

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { dashboard, recount, sources } = loaderData;
  useLive("admin");
  // Orders announce themselves; a source that is down and the time that passes do not.
  useEvery(60);
  return (
    <>
      <PageHead title="Dashboard">{longDay(dashboard.today)}</PageHead>
      <RecountNotice recount={recount} />
      <KeyFigures dashboard={dashboard} />
      <div className="dash">
        <RecentOrders orders={dashboard.recent} />
        <div className="dash__side">
          <AttentionList attention={dashboard.attention} sources={sources} />
          <PaymentMethods methods={dashboard.methods} />
        </div>
      </div>
    </>
  );
}
