import { data, href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { redirect } from "#app/redirects.ts";
import { metricDaysOf, packagesOf, settingsOf } from "#app/shop-cache.server.ts";
import { useLive, useRefreshEvery } from "#app/live.ts";
import { readForm } from "#app/form.server.ts";
import { type NoticeName, withNotice } from "#app/notices.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { isUnencrypted } from "#lib/network.ts";
import { textOf } from "#lib/form.ts";
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
import { ChainHostsCard } from "./chain-hosts-card.tsx";
import { KeyMetrics } from "./key-metrics.tsx";
import { LastBackupCard } from "./last-backup-card.tsx";
import { LightningCard } from "./lightning-card.tsx";
import { PaymentMethods } from "./payment-methods.tsx";
import { RecentOrders } from "./recent-orders.tsx";
import { SetupCard, type SetupIntent } from "./setup-card.tsx";
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

/** The forms of the set-up list, and the notice after each. */
const setupForms: Record<SetupIntent, { run: typeof hideSetupList; notice: NoticeName }> = {
  "hide-setup": { run: hideSetupList, notice: "setup-hidden" },
  "test-mail": { run: sendTestMail, notice: "test-mail-sent" },
  "legal-read": { run: markLegalRead, notice: "legal-read" },
};

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const intent = textOf(await readForm(args.request), "intent");
  if (!Object.hasOwn(setupForms, intent)) throw data(null, { status: 400 });
  const { run, notice } = setupForms[intent as SetupIntent];
  const done = await run(db, { actor: actorOf(args.context), now: new Date() });
  if (!done.ok && done.error === "forbidden") throw redirect("/");
  // Only another administrator who did the same at this moment makes it fail otherwise.
  return redirect(done.ok ? withNotice(href("/admin"), notice) : href("/admin"));
}

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { dashboard, setup, recount, sources, hosts, lightning, system } = loaderData;
  const testMail = setup?.mail.last;
  const waiting = testMail && !testMail.sentAt && !testMail.error;
  useLive("admin");
  // The live stream reports orders, but neither failing sources nor passing time nor sent mails.
  useRefreshEvery(waiting ? 2 : 60);
  return (
    <>
      <PageHead title="Dashboard">{longDay(dashboard.today)}</PageHead>
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
