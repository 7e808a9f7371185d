import { href, Link } from "react-router";
import { ListCard } from "#app/office/list-card.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { type Column, RowLink, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount } from "#lib/money.ts";
import {
  type DeliveryPage,
  type Endpoint,
  eventLabels,
  type ListedDelivery,
} from "#shop/webhooks/webhook.ts";
import { DeliveryStateText, deliveryStateLabels } from "../webhooks/webhook-labels.tsx";
import {
  deliveryList,
  type DeliveryListQuery,
  deliveryPath,
  webhookPath,
} from "../webhooks/webhook-paths.ts";

export interface DeliveryTableProps {
  endpoint: Endpoint;
  query: DeliveryListQuery;
  page: DeliveryPage;
  counts: Record<"waiting" | "failed", number>;
  openId: string | null;
}

/** Lists the deliveries of an endpoint. */
export function DeliveryTable({ endpoint, query, page, counts, openId }: DeliveryTableProps) {
  return (
    <ListCard
      list={deliveryList(endpoint.id)}
      query={query}
      label="Deliveries"
      className="deliveries"
      rows={page.deliveries}
      keyOf={({ id }) => id}
      columns={columnsOf(endpoint.id, query, openId)}
      page={page}
      tabs={{
        label: "Deliveries by state",
        filter: "state",
        options: [
          [null, "All"],
          ["waiting", deliveryStateLabels.waiting.label, counts.waiting],
          ["delivered", deliveryStateLabels.delivered.label],
          ["failed", deliveryStateLabels.failed.label, counts.failed],
        ],
      }}
      empty={<NoDeliveries endpoint={endpoint} filtered={query.state !== null} />}
    />
  );
}

function columnsOf(
  endpointId: number,
  query: DeliveryListQuery,
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
