import { href, Link, Outlet } from "react-router";
import { z } from "zod";
import { requireTeam } from "#app/session.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import { act, officeAction } from "#app/office/acts.server.ts";
import { useAnswer } from "#app/office/answer.ts";
import { ExportButtons } from "#app/office/export-buttons.tsx";
import { ListCard } from "#app/office/list-card.tsx";
import { isFiltered } from "#app/office/list-query.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { useSelection } from "#app/ui/selection.tsx";
import { formatCount } from "#lib/money.ts";
import { parseForm } from "#lib/form.ts";
import { ok } from "#lib/result.ts";
import { deleteMany, setStatusOfMany } from "#shop/orders/order-changes.server.ts";
import { listOrders } from "#shop/order-list/order-list.server.ts";
import { type Counted, paymentFilters } from "#shop/order-list/order-list.ts";
import { isOrderId, orderStatuses } from "#shop/orders/order.ts";
import { undoMany } from "#shop/delivery/undo.server.ts";
import { adminTitle } from "#app/root-data.ts";
import type { Route } from "./+types/route";
import { BULK_FORM, BulkBar } from "./bulk-bar.tsx";
import { type BulkResult, BulkResultNotice } from "./bulk-result.tsx";
import { DeleteDialog, DeletePlainly } from "./delete-order.tsx";
import {
  messageFilterLabels,
  paymentFilterLabels,
  periodLabels,
  statusLabels,
} from "./order-labels.ts";
import {
  cursorOf,
  exportPath,
  orderList,
  orderQueryOf,
  type OrdersData,
  periods,
} from "./order-query.ts";
import { columnsOf } from "./order-table.tsx";
import "./orders.css";

const PER_PAGE = 25;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Orders", matches);

export async function loader(args: Route.LoaderArgs): Promise<OrdersData> {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const query = orderList.parse(args.url.searchParams);
  const page = await listOrders(db, {
    ...orderQueryOf(query),
    perPage: PER_PAGE,
    now: new Date(),
    signal: args.request.signal,
  });
  const { orderCompleted: completed, orderFailed: rejected } = await settingsOf(args.context);
  const deletingId = args.url.searchParams.get("delete");
  return { query, page, deletingId, mails: { completed, rejected } };
}

const IDS = z.array(z.string().refine(isOrderId)).max(PER_PAGE);
/** An order with the version that undoing expects: `7KQ2M9X:3`. */
const changedOrder = z
  .string()
  .regex(/^[^:]+:\d{1,9}$/)
  .transform((text) => ({ id: text.split(":")[0] ?? "", version: Number(text.split(":")[1]) }))
  .refine(({ id }) => isOrderId(id));

const selectedSchema = z.object({ orderIds: IDS });
const statusSchema = z.object({ orderIds: IDS, status: z.enum(orderStatuses) });
const undoSchema = z.object({ changed: z.array(changedOrder).max(PER_PAGE) });

const idsIn = (form: FormData) => ({ orderIds: form.getAll("ids"), status: form.get("status") });
const show = (shown: BulkResult) => ({ shown });

/** Sets the status of the selected orders, undoes that, or deletes them. */
export const action = officeAction<BulkResult>({
  "bulk-status": act({
    read: (form) => parseForm(statusSchema, idsIn(form)),
    run: async ({ services: { db }, who }, { orderIds, status }) => {
      const result = await setStatusOfMany(db, { orderIds, status, ...who });
      return result.ok ? ok({ kind: "status" as const, status, ...result.value }) : result;
    },
    done: show,
    refused: {},
  }),
  "bulk-undo": act({
    read: (form) => parseForm(undoSchema, { changed: form.getAll("changed") }),
    run: async ({ services: { db }, who }, { changed }) => {
      const result = await undoMany(db, { changed, ...who });
      return result.ok ? ok({ kind: "undone" as const, ...result.value }) : result;
    },
    done: show,
    refused: {},
  }),
  "bulk-delete": act({
    read: (form) => parseForm(selectedSchema, idsIn(form)),
    run: async ({ services: { db }, who }, { orderIds }) => {
      const result = await deleteMany(db, { orderIds, ...who });
      return result.ok ? ok({ kind: "deleted" as const, ...result.value }) : result;
    },
    done: show,
    refused: {},
  }),
});

export default function OrdersPage({ loaderData, params }: Route.ComponentProps) {
  useLive("admin");
  const { query, page, deletingId, mails } = loaderData;
  const done = useAnswer<typeof action>()?.shown ?? null;
  const selection = useSelection(page.orders.map(({ id }) => id));
  const deleting = page.orders.find(({ id }) => id === deletingId);
  const { total, counts, from } = page;
  const here = orderList.to(query);
  const { sort: _, ...filters } = query;

  return (
    <>
      <PageHead
        title="Orders"
        actions={total.count > 0 && <ExportButtons action={exportPath(query)} />}
      >
        {sentence(counts.all, counts.pending)}
      </PageHead>
      {deleting && <DeletePlainly order={deleting} query={query} cancelTo={here} />}
      {done && <BulkResultNotice done={done} action={here} />}
      <ListCard
        list={orderList}
        query={query}
        label="Orders"
        className="orders"
        rows={page.orders}
        keyOf={({ id }) => id}
        columns={columnsOf(query, params.orderId ?? null)}
        page={{ previous: cursorOf(page.previous), next: cursorOf(page.next) }}
        position={{ from, total }}
        pagerLabels={["Previous", "Next"]}
        tabs={{
          label: "Status",
          filter: "status",
          options: [
            [null, "All", counts.all],
            ...orderStatuses.map(
              (status) => [status, statusLabels[status], counts[status]] as const,
            ),
          ],
        }}
        search={{ label: "Search orders", placeholder: "Search orders..." }}
        choices={choices}
        days={{ from: "From", to: "to" }}
        select={{
          selection,
          labelOfAll: "Select all orders on this page",
          labelOf: (id) => `Select order ${id}`,
          form: BULK_FORM,
        }}
        note={
          <>
            {query.messages && (
              <p className="orders__messages">
                {messageFilterLabels[query.messages]}{" "}
                <Link
                  className="link"
                  to={orderList.to({ ...query, messages: null, cursor: null })}
                >
                  Show all
                </Link>
              </p>
            )}
            <BulkBar {...{ query, page, mails, selection, done }} />
          </>
        }
        empty={<NoOrders filters={isFiltered(filters)} />}
      />
      {deleting && <DeleteDialog order={deleting} query={query} cancelTo={here} />}
      <Outlet />
    </>
  );
}

const choices = {
  payment: {
    label: "Payment",
    all: "Any payment",
    options: paymentFilters.map((one) => [one, paymentFilterLabels[one]] as const),
  },
  date: {
    label: "Date",
    all: periodLabels.all,
    options: periods.map((period) => [period, periodLabels[period]] as const),
  },
};

function NoOrders({ filters }: { filters: boolean }) {
  return (
    <EmptyState
      title="No orders found"
      action={filters && <ButtonLink to={href("/admin/orders")}>Show all orders</ButtonLink>}
    >
      {filters
        ? "No order matches the search and the filters."
        : "Your first order will appear here."}
    </EmptyState>
  );
}

function sentence(all: Counted | undefined, pending: Counted | undefined): string {
  const orders = counted(all);
  const noun = orders === "1" ? "order" : "orders";
  return pending ? `${orders} ${noun}, ${counted(pending)} pending` : `${orders} ${noun}`;
}

function counted(number: Counted | undefined): string {
  return `${formatCount(number?.count ?? 0)}${number?.more ? "+" : ""}`;
}
