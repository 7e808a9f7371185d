import type { Db } from "#db/client.server.ts";
import { localDate } from "#lib/days.ts";
import { keptAnswers } from "#lib/kept-by-version.ts";
import { sharedRead, sharedReadOf } from "#lib/shared-read.server.ts";
import type { OrderPage, OrderQuery } from "../orders/order-list.ts";
import { listOrders } from "../orders/order-list.server.ts";
import { unpaidRun } from "#shop/payments/wallet/address-indexes.server.ts";
import type { AddressSource } from "../payments/quotes.server.ts";
import { countReviews } from "#shop/payments/review/review-list.server.ts";
import type { Dashboard } from "../reports/dashboard.ts";
import { readDashboard, readDashboardFigures } from "../reports/dashboards.server.ts";
import { metricVersions } from "../reports/metrics.server.ts";
import type { Period } from "../reports/period.ts";
import type { Report } from "../reports/report.ts";
import { readReport } from "../reports/reports.server.ts";
import type { NewsPlace } from "./news.ts";
import { newsPlace } from "./news.server.ts";

/**
 * What the back office asks over and over. Whenever something changes, every open page of it is loaded again at the
 * same moment, so those who ask for the same then share a read. What is added up from figures is kept until one of them
 * has changed.
 */
export interface OfficeReads {
  /** The dashboard of now, by the days of this time zone (IANA name). */
  dashboard: (timeZone: string) => Promise<Dashboard>;
  /** The report of a period that ends today, or before, by the days of this time zone (IANA name). */
  report: (period: Period, timeZone: string) => Promise<Report>;
  /** A page of the list of orders, as it is now. A search is not shared, and rejects once nobody waits for it. */
  orders: (query: OrderQuery & { perPage: number }, signal: AbortSignal) => Promise<OrderPage>;
  /** How many payments wait for a decision. */
  reviews: () => Promise<number>;
  /** From where on events are news. */
  newsPlace: () => Promise<NewsPlace>;
  /** How many addresses were handed out since the last one that was paid. */
  unpaidRun: () => Promise<number>;
}

/** Has the back office read this database. */
export function openOfficeReads(db: Db, addresses: AddressSource): OfficeReads {
  const list = sharedReadOf((query: OrderQuery & { perPage: number }) =>
    listOrders(db, { ...query, now: new Date() }),
  );
  const version = sharedRead(metricVersions(db));
  const figuresOf = keptAnswers(version, (today: string) => readDashboardFigures(db, today));
  const reportOf = keptAnswers(version, ({ period, today }: { period: Period; today: string }) =>
    readReport(db, period, today),
  );
  return {
    dashboard: sharedReadOf((timeZone) =>
      readDashboard(db, { timeZone, now: new Date() }, figuresOf),
    ),
    report: (period, timeZone) => reportOf({ period, today: localDate(new Date(), timeZone) }),
    orders: (query, signal) =>
      query.filter.search.trim()
        ? listOrders(db, { ...query, now: new Date(), signal })
        : list(query),
    reviews: sharedRead(() => countReviews(db)),
    newsPlace: sharedRead(() => newsPlace(db)),
    unpaidRun: sharedRead(() => unpaidRun(db, addresses)),
  };
}
