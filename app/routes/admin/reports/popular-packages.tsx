import { Card } from "#app/ui/card.tsx";
import { CoinCluster } from "#app/ui/coins.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Meter } from "#app/ui/meter.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import type { PopularPackage } from "#shop/reports/report.ts";

/** What was ordered most, each beside the first. */
export function PopularPackages({ packages }: { packages: readonly PopularPackage[] }) {
  const most = packages[0]?.orders ?? 0;
  return (
    <Card title="Popular Packages" line className="report__packages">
      {packages.length === 0 ? (
        <EmptyState title="No package data available" heading="h3">
          Nothing was ordered in this period.
        </EmptyState>
      ) : (
        <ol className="popular">
          {packages.map(({ id, coins, orders, cents }) => (
            <li key={id}>
              <span className="popular__art" aria-hidden="true">
                {coins !== null && <CoinCluster coins={coins} />}
              </span>
              <span className="popular__share">
                <span className="popular__name">
                  {coins === null ? `Package ${id}` : `${formatCount(coins)} coins`}
                </span>
                <Meter percent={(orders / most) * 100} />
              </span>
              <span className="popular__figures">
                {formatCount(orders)} {orders === 1 ? "order" : "orders"}
                <span className="popular__under">{formatUsd(cents)} ordered</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
