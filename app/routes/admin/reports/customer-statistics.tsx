import { Card } from "#app/ui/card.tsx";
import { StackedBar } from "#app/ui/meter.tsx";
import { formatCount } from "#lib/money.ts";
import type { CustomerFigures } from "#shop/reports/report.ts";

export function CustomerStatistics({ customers }: { customers: CustomerFigures }) {
  const { total, returning } = customers;
  return (
    <Card title="Customer Statistics" line className="report__customers">
      <div className="customers">
        <p className="customers__total">{formatCount(total)}</p>
        <p className="customers__what">
          {total === 1 ? "customer" : "customers"} ordered in this period
        </p>
        <StackedBar
          parts={[
            {
              label: "New, one order",
              value: customers.new,
              text: formatCount(customers.new),
              tone: "chart",
            },
            {
              label: "Returning, more than one order",
              value: returning,
              text: formatCount(returning),
              tone: "brass",
            },
          ]}
        />
      </div>
    </Card>
  );
}
