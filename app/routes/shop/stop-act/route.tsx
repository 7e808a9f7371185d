import type { ReactNode } from "react";
import { data, Form } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { ensureVisitor } from "#app/visitor.server.ts";
import { t } from "#messages/translate.ts";
import { readStop, stopAct, type StoppableEvent } from "#shop/delivery/stop-act.server.ts";
import { normalizeOrderId } from "#shop/orders/order.ts";
import type { Route } from "./+types/route";
import { orderPath } from "../shared/order-paths.ts";
import "../withdraw/withdraw.css";

export const meta: Route.MetaFunction = () => [
  { title: t("withdraw.stopTitle") },
  { name: "robots", content: "noindex" },
];

/** Opening the link changes nothing, because mail programs open links by themselves. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const stop = await readStop(db, { ...stopOf(params, url), now: new Date() });
  return { orderId: stop?.order.id ?? null, type: stop?.type ?? null };
}

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { visitorHash, headers } = await ensureVisitor(request, services);
  const ip = context.get(clientAddressContext);
  const stop = { ...stopOf(params, url), visitorHash, ip, now: new Date() };
  const stopped = await stopAct(services.db, stop);
  if (!stopped.ok) return data({ done: null, orderId: null }, { status: 400 });
  return data({ done: stopped.value, orderId: stop.orderId }, { headers });
}

function stopOf({ orderId }: { orderId: string }, { searchParams }: URL) {
  const eventId = Number(searchParams.get("act"));
  return {
    orderId: normalizeOrderId(orderId),
    link: {
      eventId: Number.isSafeInteger(eventId) ? eventId : 0,
      key: searchParams.get("key") ?? "",
    },
  };
}

const acts = {
  recipient: "withdraw.stopRecipient",
  "refund-address": "withdraw.stopRefund",
  consent: "withdraw.stopConsent",
  withdrawal: "withdraw.stopWithdrawal",
  message: "withdraw.stopMessage",
  device: "withdraw.stopDevice",
} as const satisfies Record<StoppableEvent, string>;

/** The page of the link in the mail about an act on an order: "This was not me". */
export default function StopAct({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.orderId)
    return (
      <StopFrame
        text={actionData.done === "undone" ? t("withdraw.stopDone") : t("withdraw.stopLate")}
      >
        <ButtonLink to={orderPath(actionData.orderId)} variant="primary">
          {t("withdraw.back")}
        </ButtonLink>
      </StopFrame>
    );
  const { orderId, type } = loaderData;
  if (!orderId || !type)
    return (
      <StopFrame text={t("withdraw.stopInvalid")}>
        <ButtonLink to="/track-order" variant="primary">
          {t("order.trackOrder")}
        </ButtonLink>
      </StopFrame>
    );
  return (
    <StopFrame text={t("withdraw.stopLead")}>
      <KeyValueList
        rows={[
          { label: t("withdraw.order"), value: orderId, mono: true },
          { label: t("withdraw.stopWhat"), value: t(acts[type]) },
        ]}
      />
      {/* Posts to the current URL, which has the key of the mail. */}
      <Form method="post">
        <input type="hidden" name="intent" value="stop" />
        <SubmitButton intent="stop" variant="primary">
          {t("withdraw.stopButton")}
        </SubmitButton>
      </Form>
    </StopFrame>
  );
}

function StopFrame({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="container withdraw">
      <h1 className="display">{t("withdraw.stopTitle")}</h1>
      <div className="card card__pad withdraw__form">
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}
