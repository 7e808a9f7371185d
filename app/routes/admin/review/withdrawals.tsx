import { Form, href, Link } from "react-router";
import { Card } from "#app/ui/card.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Textarea } from "#app/ui/field.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Time } from "#app/ui/time.tsx";
import { goodsText } from "#shop/catalog/goods.ts";
import { DECLINE_REASON_MAX } from "#shop/orders/withdrawal.ts";
import type { WaitingWithdrawal } from "#shop/orders/withdrawals.server.ts";

/** What was typed when a withdrawal could not be declined. */
export interface WithdrawalActionData {
  orderId: string;
  typed: string;
  error: string;
}

export interface WithdrawalsProps {
  rows: readonly WaitingWithdrawal[];
  /** Whether the reader may open orders. */
  opensOrders: boolean;
  actionData: WithdrawalActionData | undefined;
}

/** Buyers who withdrew from their contract, each to be accepted or declined; nothing without any. */
export function Withdrawals({ rows, opensOrders, actionData }: WithdrawalsProps) {
  if (rows.length === 0) return null;
  return (
    <Card title="Withdrawals from contracts" className="withdrawals">
      <ul>
        {rows.map((row) => (
          <li key={row.orderId} className="withdrawals__row">
            <p>
              <b>
                {opensOrders ? (
                  <Link
                    className="link"
                    to={href("/admin/orders/:orderId", { orderId: row.orderId })}
                  >
                    {row.orderId}
                  </Link>
                ) : (
                  row.orderId
                )}
              </b>
              , {goodsText(row.goods)}
              {row.status === "completed" && ", delivered"}. {row.name} ({row.email}) withdrew on{" "}
              <Time value={row.receivedAt} />.
            </p>
            <Form method="post" action={href("/admin/review")} preventScrollReset>
              <input type="hidden" name="intent" value="accept-withdrawal" />
              <input type="hidden" name="orderId" value={row.orderId} />
              <SubmitButton intent="accept-withdrawal" size="sm" variant="primary">
                Accept, and reject the order
              </SubmitButton>
            </Form>
            <Decline
              orderId={row.orderId}
              actionData={actionData?.orderId === row.orderId ? actionData : undefined}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Decline({
  orderId,
  actionData,
}: {
  orderId: string;
  actionData: WithdrawalActionData | undefined;
}) {
  return (
    <Disclosure title="Decline" open={actionData !== undefined}>
      <Form method="post" action={href("/admin/review")} preventScrollReset>
        <input type="hidden" name="intent" value="decline-withdrawal" />
        <input type="hidden" name="orderId" value={orderId} />
        <Textarea
          label="Why"
          name="reason"
          rows={3}
          defaultValue={actionData?.typed}
          error={actionData?.error}
          hint="The buyer gets it as a message on the order’s page."
          maxLength={DECLINE_REASON_MAX}
          required
        />
        <SubmitButton intent="decline-withdrawal" size="sm">
          Decline the withdrawal
        </SubmitButton>
      </Form>
    </Disclosure>
  );
}
