import {
  data,
  href,
  Link,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useNavigation,
} from "react-router";
import { z } from "zod";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useStickyActionData, useLive } from "#app/live.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { useSelection } from "#app/ui/selection.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { formatCount } from "#lib/money.ts";
import { parseForm, textsOf } from "#lib/form.ts";
import { type Result, ok } from "#lib/result.ts";
import type { Db } from "#db/client.server.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { deleteMany, setStatusOfMany } from "#shop/orders/order-changes.server.ts";
import { listOrders } from "#shop/order-list/order-list.server.ts";
import type { Counted } from "#shop/order-list/order-list.ts";
import { isOrderId, orderStatuses } from "#shop/orders/order.ts";
import { undoMany } from "#shop/delivery/undo.server.ts";
import { adminTitle } from "#app/root-data.ts";
import type { Route } from "./+types/route";
import { BulkBar } from "./bulk-bar.tsx";
import { type BulkResult, BulkResultNotice } from "./bulk-result.tsx";
import { DeleteDialog, DeletePlainly } from "./delete-order.tsx";
import { Filters } from "./filters.tsx";
import { messageFilterLabels, statusLabels } from "./order-labels.ts";
import { exportPath, filtered, listPath, type OrdersData, parseListQuery } from "./order-query.ts";
import { OrderTable } from "./order-table.tsx";
import "./orders.css";

const PER_PAGE = 25;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Orders", matches);

export async function loader(args: Route.LoaderArgs): Promise<OrdersData> {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const query = parseListQuery(args.url.searchParams);
  const page = await listOrders(db, {
    ...query,
    perPage: PER_PAGE,
    now: new Date(),
    signal: args.request.signal,
  });
  const { orderCompleted: completed, orderFailed: rejected } = await settingsOf(args.context);
  const deletingId = args.url.searchParams.get("delete");
  return { query, page, deletingId, mails: { completed, rejected } };
}

const ids = z.array(z.string().refine(isOrderId)).max(PER_PAGE);
/** An order with the version that undoing expects: `7KQ2M9X:3`. */
const changedOrder = z
  .string()
  .regex(/^[^:]+:\d{1,9}$/)
  .transform((text) => ({ id: text.split(":")[0] ?? "", version: Number(text.split(":")[1]) }))
  .refine(({ id }) => isOrderId(id));
const bulkSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("bulk-status"), ids, status: z.enum(orderStatuses) }),
  z.object({ intent: z.literal("bulk-delete"), ids }),
  z.object({ intent: z.literal("bulk-undo"), changed: z.array(changedOrder).max(PER_PAGE) }),
]);

/** Sets the status of the selected orders, undoes that, or deletes them. */
export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const parsed = parseForm(bulkSchema, {
    ...textsOf(form, ["intent", "status"]),
    ids: form.getAll("ids"),
    changed: form.getAll("changed"),
  });
  if (!parsed.ok) throw data(null, { status: 400 });
  const result = await changeMany(db, parsed.value, {
    actor: actorOf(args.context),
    now: new Date(),
  });
  if (!result.ok) throw redirect("/");
  return result.value;
}

async function changeMany(
  db: Db,
  form: z.infer<typeof bulkSchema>,
  by: { actor: Actor; now: Date },
): Promise<Result<BulkResult, "forbidden">> {
  switch (form.intent) {
    case "bulk-status": {
      const result = await setStatusOfMany(db, { orderIds: form.ids, status: form.status, ...by });
      return result.ok ? ok({ kind: "status", status: form.status, ...result.value }) : result;
    }
    case "bulk-undo": {
      const result = await undoMany(db, { changed: form.changed, ...by });
      return result.ok ? ok({ kind: "undone", ...result.value }) : result;
    }
    case "bulk-delete": {
      const result = await deleteMany(db, { orderIds: form.ids, ...by });
      return result.ok ? ok({ kind: "deleted", ...result.value }) : result;
    }
  }
}

/** Revalidates after a conflict (409) as well, since the list may be out of date. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

export default function OrdersPage({ loaderData, actionData, params }: Route.ComponentProps) {
  useLive("admin");
  const { query, page, deletingId, mails } = loaderData;
  const done = useStickyActionData(actionData) ?? null;
  const selection = useSelection(page.orders.map(({ id }) => id));
  const { location } = useNavigation();
  const deleting = page.orders.find(({ id }) => id === deletingId);
  const { total, counts, from } = page;
  const here = listPath(query);
  const isLoading = location?.pathname === href("/admin/orders");

  return (
    <>
      <PageHead
        title="Orders"
        actions={
          total.count > 0 && (
            <form method="post" action={exportPath(query)} className="row">
              <Button type="submit" aria-label="Export the list as CSV">
                <Icon name="download" />
                Export
              </Button>
              <Button type="submit" name="format" value="xlsx" aria-label="Excel file of the list">
                Excel
              </Button>
            </form>
          )
        }
      >
        {sentence(counts.all, counts.pending)}
      </PageHead>
      {deleting && <DeletePlainly order={deleting} query={query} cancelTo={here} />}
      {done && <BulkResultNotice done={done} action={here} />}
      <Card className="orders">
        <Tabs
          label="Status"
          tabs={(["all", ...orderStatuses] as const).map((status) => {
            const shown = status === "all" ? null : status;
            return {
              to: listPath(filtered(query, { status: shown })),
              label: shown ? statusLabels[shown] : "All",
              count: counts[status]?.count,
              more: counts[status]?.more,
              current: query.filter.status === shown,
            };
          })}
        />
        <Filters query={query} />
        {query.filter.messages && (
          <p className="orders__messages">
            {messageFilterLabels[query.filter.messages]}{" "}
            <Link className="link" to={listPath(filtered(query, { messages: undefined }))}>
              Show all
            </Link>
          </p>
        )}
        <BulkBar {...{ query, page, mails, selection, done }} />
        {page.orders.length === 0 ? (
          <NoOrders
            filters={here !== listPath({ ...filtered(query, noFilters), sort: query.sort })}
          />
        ) : (
          <>
            <OrderTable
              {...{ query, page, selection }}
              openId={params.orderId ?? null}
              busy={isLoading}
            />
            <Pager
              from={from}
              to={from && from + page.orders.length - 1}
              total={total.count}
              more={total.more}
              newerTo={page.previous && listPath({ ...query, cursor: page.previous.cursor })}
              olderTo={page.next && listPath({ ...query, cursor: page.next.cursor })}
              labels={["Previous", "Next"]}
            />
          </>
        )}
      </Card>
      {deleting && <DeleteDialog order={deleting} query={query} cancelTo={here} />}
      <Outlet />
    </>
  );
}

const noFilters = {
  status: null,
  payment: null,
  messages: undefined,
  search: "",
  period: "all",
  from: null,
  to: null,
} as const;

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
