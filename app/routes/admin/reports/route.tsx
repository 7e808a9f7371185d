import { data, href, useNavigation, useSearchParams } from "react-router";
import { servicesContext } from "#app/context.ts";
import { metricDaysOf, settingsOf } from "#app/shop-cache.server.ts";
import { useLive } from "#app/live.ts";
import { requireTeam } from "#app/session.server.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { readReport } from "#shop/reports/reports.server.ts";
import { readRecount } from "#shop/metrics/metrics.server.ts";
import { spanText } from "#shop/reports/period.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import { RecountNotice } from "../shared/recount-notice.tsx";
import { CalendarPicker } from "./calendar-picker.tsx";
import { PeriodForm, PeriodSwitch } from "./period-picker.tsx";
import { periodOf } from "./period-search.ts";
import { ExportButton, ExportProgress, useExport } from "./report-export.tsx";
import { ReportFiles } from "./report-files.tsx";
import { ReportView } from "./report-view.tsx";
import "./reports.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Reports & Analytics", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const period = periodOf(args.url.searchParams);
  if (!period.ok)
    return data(
      { kind: "custom" as const, report: null, recount: null, wrong: period.error, withVat: false },
      { status: 400 },
    );
  const days = await metricDaysOf(args.context);
  const [report, recount] = await Promise.all([
    readReport(db, period.value, { timeZone: days.zone, now: new Date() }),
    readRecount(db, days),
  ]);
  const { vatBasisPoints } = await settingsOf(args.context);
  const withVat = vatBasisPoints > 0;
  return { kind: period.value.kind, report, recount, wrong: null, withVat };
}

export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  const { kind, report, recount, wrong } = loaderData;
  const { location } = useNavigation();
  const [search] = useSearchParams();
  const exporting = useExport();
  useLive("admin");
  const days = report ? { from: report.from, to: report.to } : wrong.typed;
  return (
    <>
      <PageHead
        title="Reports & Analytics"
        actions={
          <>
            <PeriodSwitch current={kind} days={days} />
            {report && <ExportButton days={days} exporting={exporting} />}
          </>
        }
      >
        {report ? spanText(report) : "No report for these days"}
      </PageHead>
      <RecountNotice recount={recount} />
      {kind === "custom" && (
        <PeriodForm key={`${days.from} ${days.to}`} days={days} errors={wrong?.errors} />
      )}
      {report && <CalendarPicker report={report} />}
      <ExportProgress exporting={exporting} />
      {report && (
        <>
          <ReportView report={report} busy={location?.pathname === href("/admin/reports")} />
          <ReportFiles search={search} withVat={loaderData.withVat} />
        </>
      )}
    </>
  );
}
