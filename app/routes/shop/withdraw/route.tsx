import { data, Form, useNavigation } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { secondsToWait, tooManyAttempts } from "#app/limits.server.ts";
import { withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { signedInOf } from "#app/session.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Time } from "#app/ui/time.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { viewerOf } from "#app/visitor.server.ts";
import { parseForm, textsOf } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import { goodsText } from "#shop/catalog/goods.ts";
import { withdrawalByAddress } from "#shop/limits/limits.server.ts";
import { unpaidMailLimits } from "#shop/orders/guest-mails.server.ts";
import { normalizeOrderId } from "#shop/orders/order.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { permitAct } from "#shop/orders/permits.server.ts";
import { canWithdraw } from "#shop/orders/withdrawal.ts";
import { withdrawalSchema, withdraw } from "#shop/orders/withdrawals.server.ts";
import type { Route } from "./+types/route";
import { orderPath, refusedPath } from "../shared/order-paths.ts";
import "./withdraw.css";

export { headers } from "#app/limits.server.ts";

export const meta: Route.MetaFunction = () => [
  { title: t("withdraw.title") },
  { name: "robots", content: "noindex" },
];

/** Shows the form to the order's buyer while the right lasts. Redirects all others to the order's page, as the invoice does. */
export async function loader(args: Route.LoaderArgs) {
  const { order, text } = await findWithdrawable(args);
  const account = signedInOf(args.context)?.account;
  return {
    orderId: order.id,
    placedAt: order.createdAt,
    goods: goodsText(order.package),
    email: order.email,
    name: account?.emailVerified ? account.name : "",
    text,
  };
}

/** Receives the withdrawal, and confirms it by a mail to the order's address. */
export async function action(args: Route.ActionArgs) {
  const { order, permit } = await findWithdrawable(args);
  const values = textsOf(await readForm(args.request), ["name"]);
  const read = parseForm(withdrawalSchema, values);
  if (!read.ok) return data({ values, errors: read.error, error: null }, { status: 400 });
  const { db } = args.context.get(servicesContext);
  const now = new Date();
  const from = args.context.get(clientAddressContext);
  const attempts = [{ limit: withdrawalByAddress, who: from }, ...unpaidMailLimits(order, from)];
  const wait = await secondsToWait(db, attempts, now);
  if (wait > 0) {
    const { message, init } = tooManyAttempts(wait);
    return data({ values, errors: {}, error: message }, init);
  }
  const withdrawn = await withdraw(db, { permit, name: read.value.name, now });
  const path = orderPath(order.id);
  return redirect(withdrawn.ok ? withNotice(path, "withdrawal-received") : path);
}

async function findWithdrawable({ request, context, params }: Route.LoaderArgs | Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const orderId = normalizeOrderId(params.orderId);
  const { withdrawalEnabled, withdrawalText: text, timeZone } = await settingsOf(context);
  const order = withdrawalEnabled ? await findOrder(db, orderId) : null;
  if (order === null || !canWithdraw(order, { timeZone, now: new Date() }))
    throw redirect(orderPath(orderId));
  const viewer = await viewerOf(request, context);
  const permit = await permitAct(db, "withdraw", { order, viewer });
  if (!permit.ok) throw redirect(refusedPath(order.id, permit.error));
  return { order, permit: permit.value, text };
}

/** The statement, prefilled, and the button that sends it: Article 11a of Directive 2011/83/EU. */
export default function WithdrawPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, placedAt, goods, email, text } = loaderData;
  const { state } = useNavigation();
  const { errors, form } = useFormErrors<"name">(actionData?.errors);
  const name = actionData?.values.name ?? loaderData.name;
  return (
    <div className="container withdraw">
      <h1 className="display">{t("withdraw.title")}</h1>
      {text && <p className="withdraw__text">{text}</p>}
      {actionData?.error && (
        <Notice tone="rejected" role="alert">
          {actionData.error}
        </Notice>
      )}
      <Form method="post" noValidate className="card card__pad withdraw__form" {...form}>
        <KeyValueList
          rows={[
            { label: t("withdraw.order"), value: orderId, mono: true },
            { label: t("withdraw.package"), value: goods },
            { label: t("withdraw.placedAt"), value: <Time value={placedAt} /> },
            { label: t("withdraw.email"), value: <bdi translate="no">{email}</bdi> },
          ]}
        />
        <Field
          label={t("withdraw.name")}
          name="name"
          defaultValue={name}
          error={errors.name}
          autoComplete="name"
          hint={t("withdraw.emailHint")}
          required
        />
        <p>{t("withdraw.statement")}</p>
        <div className="row row--between">
          <ButtonLink to={orderPath(orderId)} variant="ghost">
            {t("withdraw.back")}
          </ButtonLink>
          <Button type="submit" variant="primary" busy={state !== "idle"}>
            {t("withdraw.confirm")}
          </Button>
        </div>
      </Form>
    </div>
  );
}
