import { href, Link } from "react-router";
import { Notice } from "#app/ui/notice.tsx";
import { Time } from "#app/ui/time.tsx";
import { rich, t } from "#messages/translate.ts";
import type { Withdrawal } from "#shop/orders/withdrawals.server.ts";
import type { WithdrawalState } from "#shop/orders/withdrawal.ts";

/** A withdrawal, or `possible` while the right of withdrawal lasts; null for neither. */
export type WithdrawalView = Withdrawal | "possible" | null;

const outcomes = {
  open: "order.withdrawalOpen",
  accepted: "order.withdrawalAccepted",
  declined: "order.withdrawalDeclined",
} as const satisfies Record<WithdrawalState, string>;

/** The link to the withdrawal function, or what became of the withdrawal. */
export function OrderWithdrawal({ orderId, view }: { orderId: string; view: WithdrawalView }) {
  if (view === null) return null;
  if (view === "possible")
    return (
      <p className="order__withdraw">
        <Link className="link" to={href("/orders/:orderId/withdraw", { orderId })}>
          {t("order.withdraw")}
        </Link>
      </p>
    );
  return (
    <Notice tone={view.state === "open" ? "pending" : "neutral"} className="order__consent">
      {rich("order.withdrawn", {
        b: <b />,
        time: <Time value={view.receivedAt} />,
        email: view.email,
      })}{" "}
      {t(outcomes[view.state])}
    </Notice>
  );
}
