import { href, Link, useNavigation } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { type Column, RowLink, Table, TwoLines } from "#app/ui/table.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount } from "#lib/money.ts";
import {
  type DeliveryPage,
  type DeliveryQuery,
  deliveryStates,
  type Endpoint,
  type ListedDelivery,
} from "#shop/webhooks/webhook.ts";
import {
  DeliveryStateText,
  deliveryStateLabels,
  eventLabels,
} from "../webhooks/webhook-labels.tsx";
import { deliveryPath, webhookPath } from "../webhooks/webhook-paths.ts";

export interface DeliveryTableProps {
  endpoint: Endpoint;
  query: DeliveryQuery;
  page: DeliveryPage;
  counts: Record<"waiting" | "failed", number>;
  openId: string | null;
}

/** Lists the deliveries of an endpoint. */
export function DeliveryTable({ endpoint, query, page, counts, openId }: DeliveryTableProps) {
  const navigation = useNavigation();
  const { id } = endpoint;
  const busy = navigation.state === "loading" && navigation.location.pathname === webhookPath(id);
  const to = (cursor: DeliveryQuery["cursor"]) => cursor && webhookPath(id, { ...query, cursor });
  return (
    <Card className="deliveries">
      <Tabs
        label="Deliveries by state"
        tabs={([null, ...deliveryStates] as const).map((state) => ({
          to: webhookPath(id, { state, cursor: null }),
          label: state ? deliveryStateLabels[state].label : "All",
          ...(state && state !== "delivered" && { count: counts[state] }),
          current: query.state === state,
        }))}
      />
      {page.deliveries.length === 0 ? (
        <NoDeliveries endpoint={endpoint} filtered={query.state !== null} />
      ) : (
        <Table
          label="Deliveries"
          busy={busy}
          rows={page.deliveries}
          keyOf={(delivery) => delivery.id}
          columns={columnsOf(id, query, openId)}
        />
      )}
      {(page.previous || page.next) && (
        <Pager
          from={null}
          to={null}
          total={null}
          newerTo={to(page.previous)}
          olderTo={to(page.next)}
        />
      )}
    </Card>
  );
}

function columnsOf(
  endpointId: number,
  query: DeliveryQuery,
  openId: string | null,
): Column<ListedDelivery>[] {
  return [
    {
      head: "Event",
      phone: "top",
      cell: ({ id, type }) => (
        <RowLink to={deliveryPath(endpointId, id, query)} current={id === openId}>
          {eventLabels[type]}
        </RowLink>
      ),
    },
    {
      head: "Order",
      phone: "middle",
      mono: true,
      cell: ({ orderId }) =>
        orderId ? (
          <Link className="link" to={href("/admin/orders/:orderId", { orderId })}>
            {orderId}
          </Link>
        ) : (
          "—"
        ),
    },
    {
      head: "State",
      phone: "top-end",
      cell: ({ state, lastError }) =>
        lastError ? (
          <TwoLines under={lastError}>
            <DeliveryStateText state={state} />
          </TwoLines>
        ) : (
          <DeliveryStateText state={state} />
        ),
    },
    {
      head: "Attempts",
      end: true,
      wideOnly: true,
      phone: "hidden",
      cell: ({ attempts }) => formatCount(attempts),
    },
    {
      head: "Next attempt",
      wideOnly: true,
      muted: true,
      phone: "hidden",
      cell: ({ nextAttemptAt }) =>
        nextAttemptAt ? <Time value={nextAttemptAt} format="short" /> : "—",
    },
    {
      head: "Time",
      muted: true,
      phone: "bottom",
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
  ];
}

function NoDeliveries({ endpoint, filtered }: { endpoint: Endpoint; filtered: boolean }) {
  if (!filtered)
    return (
      <EmptyState title="Nothing sent yet">
        {endpoint.enabled
          ? "Order events will be listed here. Send a test to see whether they arrive."
          : "This webhook is switched off: nothing is sent to it."}
      </EmptyState>
    );
  return (
    <EmptyState
      title="No such deliveries"
      action={<ButtonLink to={webhookPath(endpoint.id)}>Show all</ButtonLink>}
    >
      None have this state.
    </EmptyState>
  );
}
