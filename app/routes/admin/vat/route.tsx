import { href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SegmentedLinks } from "#app/ui/segmented.tsx";
import { localDate } from "#lib/days.ts";
import { readFirstVat, readVat } from "#shop/reports/vat.server.ts";
import type { Route } from "./+types/route";
import { settingsPath } from "../settings/settings-pages.ts";
import { VatTable } from "./vat-table.tsx";
import { yearOf } from "./vat-year.ts";
import { useMayOpen } from "../shared/team-link.tsx";
import "./vat.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("VAT", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const { timeZone } = await settingsOf(args.context);
  const today = localDate(new Date(), timeZone);
  const year = yearOf(args.url.searchParams, today);
  const [sums, first] = await Promise.all([readVat(db, year, timeZone), readFirstVat(db)]);
  const thisYear = Number(today.slice(0, 4));
  const firstYear = Math.min(year, Number(localDate(first ?? new Date(), timeZone).slice(0, 4)));
  return {
    year,
    sums,
    years: Array.from({ length: thisYear - firstYear + 1 }, (_, index) => thisYear - index),
  };
}

/** The VAT of a year, by quarter and country. */
export default function VatPage({ loaderData }: Route.ComponentProps) {
  const { year, years, sums } = loaderData;
  const maySet = useMayOpen(href("/admin/settings/:page?"));
  const quarters = [1, 2, 3, 4].map((quarter) => ({
    quarter,
    sums: sums.filter((sum) => sum.quarter === quarter),
  }));
  const fileOf = (format: string) =>
    `${href("/admin/reports/vat/figures")}?${new URLSearchParams({ year: String(year), format })}`;
  return (
    <>
      <PageHead
        title="VAT"
        actions={
          <>
            <SegmentedLinks
              label="Year"
              items={years.map((each) => ({
                label: String(each),
                current: each === year,
                to: `${href("/admin/reports/vat")}?year=${each}`,
              }))}
            />
            <ButtonLink size="sm" to={fileOf("csv")} reloadDocument>
              <Icon name="download" size="sm" />
              CSV
            </ButtonLink>
            <ButtonLink size="sm" to={fileOf("xlsx")} reloadDocument>
              <Icon name="download" size="sm" />
              Excel
            </ButtonLink>
          </>
        }
      >
        What orders have kept. A sale counts in the quarter in which it was paid, a refund or a
        rejection in its own. Credit is a way to pay, so it takes nothing off.
      </PageHead>
      {sums.length === 0 ? (
        <Card>
          <EmptyState
            title={`No VAT in ${year}`}
            action={maySet && <ButtonLink to={settingsPath("eu")}>Set the rate</ButtonLink>}
          >
            Orders have VAT from when you set its rate.
          </EmptyState>
        </Card>
      ) : (
        quarters
          .filter((each) => each.sums.length > 0)
          .map((each) => (
            <Card
              key={each.quarter}
              className="vat"
              title={`${quarterNames[each.quarter - 1]} ${year}`}
            >
              <VatTable label={`VAT of quarter ${each.quarter}`} sums={each.sums} />
            </Card>
          ))
      )}
    </>
  );
}

const quarterNames = [
  "January to March",
  "April to June",
  "July to September",
  "October to December",
];
