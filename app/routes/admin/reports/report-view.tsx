import type { Report } from "#shop/reports/report.ts";
import { CustomerStatistics } from "./customer-statistics.tsx";
import { PopularPackages } from "./popular-packages.tsx";
import { RevenueChart } from "./revenue-chart.tsx";
import { SummaryCards } from "./summary-cards.tsx";

export interface ReportViewProps {
  report: Report;
  /** Another one is on its way. */
  busy: boolean;
}

export function ReportView({ report, busy }: ReportViewProps) {
  return (
    <div className="report" aria-busy={busy || undefined}>
      <SummaryCards summary={report.summary} against={report.against} />
      <RevenueChart bars={report.bars} unit={report.unit} />
      <PopularPackages packages={report.packages} />
      <CustomerStatistics customers={report.customers} />
    </div>
  );
}
