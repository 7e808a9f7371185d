import { type RouterContextProvider } from "react-router";
import { BUSY_SECONDS, busyPage } from "#app/busy-page.ts";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { redirect } from "#app/redirects.ts";
import { teamRoleHere } from "#app/session.server.ts";
import { viewerOf } from "#app/visitor.server.ts";
import type { Db } from "#db/client.server.ts";
import { t } from "#messages/translate.ts";
import type { Invoice } from "#shop/invoices/invoice.ts";
import { normalizeOrderId } from "#shop/orders/order.ts";
import { findOrder, type StoredOrder } from "#shop/orders/orders.server.ts";
import { permitAct } from "#shop/orders/permits.server.ts";
import { orderPath, refusedPath } from "./order-paths.ts";

/**
 * Sends a document of an order as a PDF to administrators, bookkeepers and buyers with proven access to the order. Redirects
 * all others to the tracking page, which is rate-limited and says what to do. An unknown order or document and those of
 * another customer get the same response. A client whose documents wait to be printed gets a 429.
 */
export async function sendDocument(
  {
    request,
    context,
    params,
  }: {
    request: Request;
    context: Readonly<RouterContextProvider>;
    params: { orderId: string };
  },
  read: (
    db: Db,
    order: StoredOrder,
    options: { sandbox: boolean },
  ) => Promise<{ document: Invoice; fileName: string } | null>,
): Promise<Response> {
  const { db, mode, invoices } = context.get(servicesContext);
  const orderId = normalizeOrderId(params.orderId);
  const order = await findOrder(db, orderId);
  if (!order) throw redirect(orderPath(orderId));
  const refused = await refusal(order, request, context);
  if (refused) throw redirect(refused);
  const found = await read(db, order, { sandbox: mode === "sandbox" });
  if (!found) throw redirect(orderPath(orderId));
  const pdf = await invoices.print(context.get(clientAddressContext), found.document);
  if (!pdf.ok)
    return new Response(
      busyPage(t("order.tooManyInvoices"), new URL(request.url), t("order.tryAgain")),
      {
        status: 429,
        headers: {
          "content-type": "text/html; charset=utf-8",
          "retry-after": String(BUSY_SECONDS),
        },
      },
    );
  return new Response(pdf.value, {
    headers: {
      "content-type": "application/pdf",
      "content-length": String(pdf.value.length),
      "content-disposition": `attachment; filename="${found.fileName}"`,
    },
  });
}

/** Returns where a viewer is led who may not download the documents of an order; null for one who may. */
async function refusal(
  order: StoredOrder,
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<string | null> {
  const role = teamRoleHere(context);
  if (role === "admin" || role === "bookkeeper") return null;
  const { db } = context.get(servicesContext);
  const viewer = await viewerOf(request, context);
  const permit = await permitAct(db, "invoice", { order, viewer });
  return permit.ok ? null : refusedPath(order.id, permit.error);
}
