import { data, href, Link } from "react-router";
import { servicesContext } from "#app/context.ts";
import { ActButton } from "#app/office/act-button.tsx";
import { act, leadTo, officeAction } from "#app/office/acts.server.ts";
import { useAnswer } from "#app/office/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { Drawer, DrawerSection } from "#app/ui/drawer.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { Time } from "#app/ui/time.tsx";
import { idOf } from "#lib/form.ts";
import { formatCount } from "#lib/money.ts";
import { redeliver, findDelivery } from "#shop/webhooks/deliveries.server.ts";
import { type Attempt, type DeliveryDetail, eventLabels } from "#shop/webhooks/webhook.ts";
import type { Route } from "./+types/route";
import { DeliveryStateText } from "../webhooks/webhook-labels.tsx";
import { deliveryList, deliveryPath } from "../webhooks/webhook-paths.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Delivery", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const which = { endpointId: idOf(args.params.id), id: args.params.deliveryId };
  const delivery = await findDelivery(db, which);
  if (!delivery) throw data(null, { status: 404 });
  const list = deliveryList(which.endpointId);
  const query = list.parse(args.url.searchParams);
  return {
    delivery,
    listPath: list.to(query),
    here: deliveryPath(which.endpointId, which.id, query),
  };
}

export const action = officeAction({
  again: act({
    run: ({ services: { db }, who, param }) =>
      redeliver(db, { ...who, endpointId: idOf(param("id")), id: param("deliveryId") }),
    done: (_, { param, url }) => {
      const id = idOf(param("id"));
      const query = deliveryList(id).parse(url.searchParams);
      return leadTo(deliveryPath(id, param("deliveryId"), query), "webhook-again");
    },
    refused: {
      waiting: "This is already being delivered.",
      off: "This webhook is switched off: nothing is sent to it.",
    },
  }),
});

/** One delivery in a panel beside the list: the request and the result of each attempt. */
export default function WebhookDeliveryPage({ loaderData }: Route.ComponentProps) {
  const { delivery, listPath, here } = loaderData;
  const answer = useAnswer<typeof action>();
  const { type, body, log } = delivery;
  return (
    <Drawer
      title={eventLabels[type]}
      under={<DeliveryStateText state={delivery.state} />}
      closeTo={listPath}
      foot={
        <ActButton action={here} intent="again" variant="primary" className="row">
          <Icon name="refresh" />
          Deliver again
        </ActButton>
      }
    >
      <AnswerNotice answer={answer} />
      <DrawerSection title="Delivery">
        <KeyValueList rows={rowsOf(delivery)} />
      </DrawerSection>
      <DrawerSection title="Attempts">
        {log.length === 0 ? (
          <p className="muted">None yet.</p>
        ) : (
          <ol className="delivery__attempts">
            {log.map((attempt) => (
              <TryItem key={attempt.id} attempt={attempt} delivery={delivery} />
            ))}
          </ol>
        )}
      </DrawerSection>
      <DrawerSection title="Body">
        {body === null ? (
          <p className="muted">Created with the first attempt.</p>
        ) : (
          <pre className="delivery__text mono" role="region" aria-label="Body">
            {indented(body)}
          </pre>
        )}
      </DrawerSection>
    </Drawer>
  );
}

function rowsOf(delivery: DeliveryDetail): KeyValue[] {
  const { id, type, orderId, createdAt, nextAttemptAt, deliveredAt, failedAt, lastError } =
    delivery;
  return [
    { label: "Event", value: type, mono: true },
    {
      label: "Order",
      value: orderId ? (
        <Link className="link mono" to={href("/admin/orders/:orderId", { orderId })}>
          {orderId}
        </Link>
      ) : (
        "None: a test"
      ),
    },
    { label: "Delivery", value: id, mono: true },
    { label: "Happened", value: <Time value={createdAt} /> },
    ...(nextAttemptAt ? [{ label: "Next attempt", value: <Time value={nextAttemptAt} /> }] : []),
    ...(deliveredAt ? [{ label: "Delivered", value: <Time value={deliveredAt} /> }] : []),
    ...(failedAt && !deliveredAt ? [{ label: "Given up", value: <Time value={failedAt} /> }] : []),
    ...(lastError ? [{ label: "Last error", value: lastError }] : []),
  ];
}

function TryItem({ attempt, delivery }: { attempt: Attempt; delivery: DeliveryDetail }) {
  const { at, status, error, durationMs, response } = attempt;
  return (
    <li>
      <details>
        <summary>
          <Icon name="chevron" size="sm" />
          <span className="delivery__what">{status === null ? error : `Answered ${status}`}</span>
          <span className="muted">
            <Time value={at} format="short" />, {formatCount(durationMs)} ms
          </span>
        </summary>
        <pre className="delivery__text mono" role="region" aria-label="Request">
          {requestText(attempt, delivery)}
        </pre>
        {status !== null && (
          <pre className="delivery__text mono" role="region" aria-label="Answer">
            {response || "(an empty answer)"}
          </pre>
        )}
      </details>
    </li>
  );
}

/** Returns the request's first line and headers. */
function requestText({ url, signature }: Attempt, { id, type }: DeliveryDetail): string {
  return [
    `POST ${url}`,
    "Content-Type: application/json",
    "User-Agent: Satchel",
    `Satchel-Event: ${type}`,
    `Satchel-Delivery: ${id}`,
    `Satchel-Signature: ${signature}`,
  ].join("\n");
}

function indented(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
