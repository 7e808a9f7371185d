import { Form, href, Link } from "react-router";
import { Drawer, DrawerSection } from "#app/ui/drawer.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/kv.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount } from "#lib/money.ts";
import type { Attempt, DeliveryDetail } from "#shop/webhooks/webhook.ts";
import { DeliveryStateText } from "../webhooks/state-text.tsx";
import { eventNames } from "../webhooks/webhook-labels.ts";

export interface DeliveryDrawerProps {
  delivery: DeliveryDetail;
  listPath: string;
  here: string;
  onClose: () => void;
  /** Why it is not delivered again. */
  message: string | null;
}

/** One delivery: what was sent, and what came of each try. */
export function DeliveryDrawer(props: DeliveryDrawerProps) {
  const { delivery, listPath, here, onClose, message } = props;
  const { type, body, tries } = delivery;
  return (
    <Drawer
      title={eventNames[type]}
      under={<DeliveryStateText state={delivery.state} />}
      closeTo={listPath}
      onClose={onClose}
      foot={
        <Form method="post" action={here} preventScrollReset className="row">
          <input type="hidden" name="intent" value="again" />
          <SubmitButton intent="again" variant="primary">
            <Icon name="refresh" />
            Deliver again
          </SubmitButton>
        </Form>
      }
    >
      {message && (
        <Notice tone="pending" role="alert" className="delivery__message">
          {message}
        </Notice>
      )}
      <DrawerSection title="Delivery">
        <KeyValueList rows={rowsOf(delivery)} />
      </DrawerSection>
      <DrawerSection title="Tries">
        {tries.length === 0 ? (
          <p className="muted">None yet.</p>
        ) : (
          <ol className="delivery__tries">
            {tries.map((attempt) => (
              <TryItem key={attempt.id} attempt={attempt} delivery={delivery} />
            ))}
          </ol>
        )}
      </DrawerSection>
      <DrawerSection title="Body">
        {body === null ? (
          <p className="muted">Made with the first try.</p>
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
  const { id, type, orderId, createdAt, nextTryAt, deliveredAt, failedAt, lastError } = delivery;
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
    ...(nextTryAt ? [{ label: "Next try", value: <Time value={nextTryAt} /> }] : []),
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

/** The request as it was sent, without its body. */
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
