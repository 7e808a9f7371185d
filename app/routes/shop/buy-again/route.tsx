import { redirect } from "#app/redirects.ts";
import { refuseWhilePaused } from "#app/sales-paused.ts";
import { data, Form } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { actingAccountOf } from "#app/current-checkout.server.ts";
import { readForm } from "#app/form.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useIsSubmitting } from "#app/ui/submit-button.tsx";
import { ensureVisitor, viewerOf } from "#app/visitor.server.ts";
import { money } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import { goodsText } from "#shop/catalog/goods.ts";
import { findOrderToBuyAgain, packageToBuyAgain } from "#shop/checkout/buy-again.server.ts";
import { selectPackage } from "#shop/checkout/steps.server.ts";
import type { StoredOrder } from "#shop/orders/orders.server.ts";
import type { Route } from "./+types/route";
import { continueToPayment } from "../checkout/continue-to-payment.server.ts";
import { recipientRows } from "../checkout/order-summary.tsx";
import { orderPath } from "../shared/order-paths.ts";
import { BuyNow } from "../shared/package-card.tsx";
import "./buy-again.css";

export { headers } from "#app/limits.server.ts";

export const meta: Route.MetaFunction = () => [
  { title: t("goods.buyAgain") },
  { name: "robots", content: "noindex" },
];

/** Changes nothing: mail scanners open the link of the mail as well. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = args.context.get(servicesContext);
  const order = await findOrder(args);
  const { tiktokUsername, tiktokUid, email } = order;
  return {
    coins: order.package.coins,
    pkg: await packageToBuyAgain(db, order, new Date()),
    recipient: { tiktokUsername, tiktokUid, email },
  };
}

/** Opens a checkout for the package of the order at today's price and its recipient, and leads to step 2. */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const services = context.get(servicesContext);
  const { db } = services;
  const form = await readForm(request);
  const { tiktokUsername, tiktokUid, email, country, ...order } = await findOrder(args);
  const recipient = { tiktokUsername, tiktokUid, email };
  const now = new Date();
  const pkg = await packageToBuyAgain(db, order, now);
  const gone = data({ message: null }, { status: 410 });
  if (!pkg) return gone;
  const settings = await settingsOf(context);
  const from = context.get(clientAddressContext);
  const message = await services.accountChecks.findProblem(recipient, { settings, from, now });
  if (message) return data({ message }, { status: 400 });
  refuseWhilePaused(services);
  const { visitorHash, headers } = await ensureVisitor(request, services);
  const account = actingAccountOf(context);
  const chosen = { packageId: pkg.id, recipient, country, account };
  const selected = await selectPackage(db, { visitorHash, ...chosen, now });
  if (!selected.ok) return gone;
  return continueToPayment({ context, services, form, headers, now }, selected.value, settings);
}

/** Shows what is bought again, and the reason why that is not possible. */
export default function BuyAgainPage({ loaderData, actionData }: Route.ComponentProps) {
  const { coins, pkg, recipient } = loaderData;
  const busy = useIsSubmitting("buy-again");
  if (!pkg)
    return (
      <div className="container again">
        <div className="card">
          <EmptyState
            title={t("order.packageGone")}
            heading="h1"
            action={
              <ButtonLink to="/#packages" variant="primary">
                {t("order.choosePackage")}
              </ButtonLink>
            }
          >
            {t("order.packageGoneText", { count: coins })}
          </EmptyState>
        </div>
      </div>
    );
  return (
    <div className="container again">
      <h1 className="display">{t("goods.buyAgain")}</h1>
      {actionData?.message && (
        <Notice tone="pending" role="alert">
          {actionData.message}
        </Notice>
      )}
      <div className="card card__pad again__card">
        <KeyValueList
          rows={[
            { label: t("order.package"), value: goodsText({ coins }) },
            ...recipientRows(recipient),
            { label: t("order.todaysPrice"), value: money(pkg.priceCents), total: true },
          ]}
        />
        <div className="again__buttons">
          <BuyNow pkg={pkg} variant="ghost">
            {t("order.changeDetails")}
          </BuyNow>
          {/* Posts to the current URL, which may contain the key of the mail. */}
          <Form method="post">
            <input type="hidden" name="intent" value="buy-again" />
            <Button type="submit" variant="primary" busy={busy}>
              {t("order.continueToPayment")}
              <Icon name="right" />
            </Button>
          </Form>
        </div>
      </div>
    </div>
  );
}

/**
 * Returns the order for its buyer, or by the key of its mail. Redirects all others to the tracking page, as the invoice
 * does, and those of credit and gift codes.
 */
async function findOrder({
  request,
  context,
  params,
  url,
}: Route.LoaderArgs | Route.ActionArgs): Promise<StoredOrder & { tiktokUsername: string }> {
  const { db } = context.get(servicesContext);
  const { orderId } = params;
  const key = url.searchParams.get("key") ?? "";
  const viewer = await viewerOf(request, context);
  const order = await findOrderToBuyAgain(db, { orderId, key, viewer });
  if (!order?.tiktokUsername) throw redirect(orderPath(orderId));
  return { ...order, tiktokUsername: order.tiktokUsername };
}
