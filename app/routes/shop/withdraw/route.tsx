import { data, Form, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { signedInOf } from "#app/session.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { Time } from "#app/ui/time.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { viewerOf } from "#app/visitor.server.ts";
import { emailField } from "#lib/email.ts";
import { parseForm, textsOf } from "#lib/form.ts";
import { ONE_LINE } from "#lib/text.ts";
import { t } from "#messages/translate.ts";
import { goodsText } from "#shop/catalog/goods.ts";
import { normalizeOrderId } from "#shop/orders/order.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { hasFullAccess } from "#shop/orders/tracking.server.ts";
import { canWithdraw, WITHDRAWAL_NAME_MAX } from "#shop/orders/withdrawal.ts";
import { withdraw } from "#shop/orders/withdrawals.server.ts";
import type { Route } from "./+types/route";
import { orderPath } from "../shared/order-paths.ts";
import "./withdraw.css";

const schema = () =>
  z.object({
    name: z
      .string()
      .trim()
      .min(1, t("withdraw.nameMissing"))
      .max(WITHDRAWAL_NAME_MAX, t("withdraw.nameTooLong", { max: WITHDRAWAL_NAME_MAX }))
      .regex(ONE_LINE, t("withdraw.nameInvalid")),
    email: emailField(t("withdraw.emailMissing")),
  });

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

/** Receives the withdrawal, and confirms it by mail. */
export async function action(args: Route.ActionArgs) {
  const { order } = await findWithdrawable(args);
  const values = textsOf(await readForm(args.request), ["name", "email"]);
  const read = parseForm(schema(), values);
  if (!read.ok) return data({ values, errors: read.error }, { status: 400 });
  const { db } = args.context.get(servicesContext);
  const withdrawn = await withdraw(db, { orderId: order.id, ...read.value, now: new Date() });
  const path = orderPath(order.id);
  return redirect(withdrawn.ok ? withNotice(path, "withdrawal-received") : path);
}

async function findWithdrawable({ request, context, params }: Route.LoaderArgs | Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const orderId = normalizeOrderId(params.orderId);
  const { withdrawalEnabled, withdrawalText: text, timeZone } = await settingsOf(context);
  const order = withdrawalEnabled ? await findOrder(db, orderId) : null;
  const isOpen =
    order !== null &&
    canWithdraw(order, { timeZone, now: new Date() }) &&
    (await hasFullAccess(db, order, await viewerOf(request, context)));
  if (!isOpen) throw redirect(orderPath(orderId));
  return { order, text };
}

/** The statement, prefilled, and the button that sends it: Article 11a of Directive 2011/83/EU. */
export default function WithdrawPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, placedAt, goods, text } = loaderData;
  const { state } = useNavigation();
  const { errors, form } = useFormErrors<"name" | "email">(actionData?.errors);
  const typed = { ...loaderData, ...actionData?.values };
  return (
    <div className="container withdraw">
      <h1 className="display">{t("withdraw.title")}</h1>
      {text && <p className="withdraw__text">{text}</p>}
      <Form method="post" noValidate className="card card__pad withdraw__form" {...form}>
        <KeyValueList
          rows={[
            { label: t("withdraw.order"), value: orderId, mono: true },
            { label: t("withdraw.package"), value: goods },
            { label: t("withdraw.placedAt"), value: <Time value={placedAt} /> },
          ]}
        />
        <Field
          label={t("withdraw.name")}
          name="name"
          defaultValue={typed.name}
          error={errors.name}
          autoComplete="name"
          maxLength={WITHDRAWAL_NAME_MAX}
          required
        />
        <Field
          label={t("withdraw.email")}
          name="email"
          type="email"
          defaultValue={typed.email}
          error={errors.email}
          hint={t("withdraw.emailHint")}
          autoComplete="email"
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
