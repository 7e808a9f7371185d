import { Form, href, Link } from "react-router";
import { type Answer, answerTo, typedText } from "#app/answer.ts";
import { PanelForm } from "#app/office/panel-form.tsx";
import { Card } from "#app/ui/card.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Time } from "#app/ui/time.tsx";
import { goodsText } from "#shop/catalog/goods.ts";
import type { WaitingWithdrawal } from "#shop/orders/withdrawals.server.ts";
import { declineFields } from "./review-fields.ts";

export interface WithdrawalsProps {
  rows: readonly WaitingWithdrawal[];
  /** Whether the reader may open orders. */
  opensOrders: boolean;
  answer: Answer<unknown> | null;
}

/** Buyers who withdrew from their contract, each to be accepted or declined; nothing without any. */
export function Withdrawals({ rows, opensOrders, answer }: WithdrawalsProps) {
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
            <Decline orderId={row.orderId} answer={answer} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Decline({ orderId, answer }: { orderId: string; answer: WithdrawalsProps["answer"] }) {
  const intent = "decline-withdrawal";
  const { reason } = declineFields;
  const given = answerTo(answer, intent);
  const own = typedText(given, "orderId") === orderId ? given : null;
  return (
    <Disclosure title="Decline" open={own !== null}>
      <PanelForm
        intent={intent}
        fields={{ reason }}
        values={{ orderId }}
        answer={own}
        action={href("/admin/review")}
        submit="Decline the withdrawal"
      />
    </Disclosure>
  );
}
