import { href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { metricDaysOf, packagesOf, settingsOf } from "#app/shop-cache.server.ts";
import { useLive, useRefreshEvery } from "#app/live.ts";
import type { NoticeName } from "#app/notices.ts";
import { act, leadTo, officeAction } from "#app/office/acts.server.ts";
import { useAnswer } from "#app/office/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { requireTeam } from "#app/session.server.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { isUnencrypted } from "#lib/network.ts";
import {
  hideSetupList,
  markLegalRead,
  readSetupList,
  sendTestMail,
} from "#shop/operations/setup-list.server.ts";
import { readLightningState } from "#shop/payments/lightning/lightning-state.server.ts";
import { isWalletConfirmed } from "#shop/payments/wallet/confirmation.server.ts";
import { unpaidRun } from "#shop/payments/wallet/address-indexes.server.ts";
import { readDashboard } from "#shop/reports/dashboards.server.ts";
import { readRecount } from "#shop/metrics/metrics.server.ts";
import { longDay } from "#shop/reports/period.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import { RecountNotice } from "../shared/recount-notice.tsx";
import { isLastHost } from "#shop/payments/chain/chain.ts";
import { AttentionList } from "./attention-list.tsx";
import { KeyMetrics } from "./key-metrics.tsx";
import { PaymentMethods } from "./payment-methods.tsx";
import { RecentOrders } from "./recent-orders.tsx";
import { ChainHostsCard, LastBackupCard, LightningCard } from "./source-cards.tsx";
import { SetupCard } from "./setup-card.tsx";
import { UndeliveredOrders } from "./undelivered-orders.tsx";
import "./dashboard.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Dashboard", matches);

export async function loader(args: Route.LoaderArgs) {
  const { account } = requireTeam(args);
  const services = args.context.get(servicesContext);
  const { db, mode, addresses, chainUp, chainHosts, prices } = services;
  const now = new Date();
  const days = await metricDaysOf(args.context);
  const settings = await settingsOf(args.context);
  const system = await services.systemState(now);
  const walletConfirmed = isWalletConfirmed(settings, addresses, mode);
  const rate = prices.current(now);
  const [dashboard, unpaid, recount, lightning, setup] = await Promise.all([
    readDashboard(db, { timeZone: days.zone, now }),
    unpaidRun(db, addresses),
    readRecount(db, days),
    readLightningState(db, services.lightning, {
      packages: await packagesOf(args.context),
      rate,
      marginPercent: settings.rateMarginPercent,
      now,
    }),
    mode === "live"
      ? readSetupList(db, { settings, walletConfirmed, lastBackup: system.lastBackup })
      : null,
  ]);
  return {
    dashboard,
    setup,
    email: account.email,
    recount,
    hosts: chainHosts(),
    lightning,
    system,
    sources: {
      clockSkewMs: services.clockSkewMs(),
      salesPaused: services.salesPaused(),
      untrustedProxy: services.untrustedProxy(),
      unencrypted: mode === "live" && isUnencrypted(services.appUrl()),
      chainUp: chainUp(),
      lastHost: isLastHost(chainHosts()),
      priceUp: rate !== null,
      troubledPrices: prices
        .sources(now)
        .flatMap(({ name, problem }) => (problem === null ? [] : [{ name, problem }])),
      unpaidRun: unpaid,
      gapLimit: settings.gapLimit,
      walletConfirmed,
    },
  };
}

/** What a button of the set-up list does. */
const setupAct = (notice: NoticeName, run: typeof hideSetupList) =>
  act({
    run: ({ services: { db }, who }) => run(db, who),
    done: () => leadTo(href("/admin"), notice),
    refused: {},
  });

export const action = officeAction(
  {
    "hide-setup": setupAct("setup-hidden", hideSetupList),
    "test-mail": setupAct("test-mail-sent", sendTestMail),
    "legal-read": setupAct("legal-read", markLegalRead),
  },
  "the list",
);

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { dashboard, setup, recount, sources, hosts, lightning, system } = loaderData;
  const answer = useAnswer<typeof action>();
  const testMail = setup?.mail.last;
  const waiting = testMail && !testMail.sentAt && !testMail.error;
  useLive("admin");
  // The live stream reports orders, but neither failing sources nor passing time nor sent mails.
  useRefreshEvery(waiting ? 2 : 60);
  return (
    <>
      <PageHead title="Dashboard">{longDay(dashboard.today)}</PageHead>
      <AnswerNotice answer={answer} />
      <RecountNotice recount={recount} />
      {setup && <SetupCard list={setup} email={loaderData.email} />}
      <UndeliveredOrders
        orders={dashboard.undelivered}
        count={dashboard.attention.undelivered.count}
        waits={dashboard.waits}
      />
      <KeyMetrics dashboard={dashboard} />
      <div className="dash">
        <AttentionList
          attention={dashboard.attention}
          sources={sources}
          lightning={lightning}
          system={system}
        />
        <RecentOrders orders={dashboard.recent} />
        <PaymentMethods methods={dashboard.methods} />
        <div className="dash__side">
          <ChainHostsCard hosts={hosts} />
          {lightning && <LightningCard lightning={lightning} />}
          <LastBackupCard last={system.lastBackup} />
        </div>
      </div>
    </>
  );
}
