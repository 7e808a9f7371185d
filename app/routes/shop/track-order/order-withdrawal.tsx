import { href, Link } from "react-router";
import { Notice } from "#app/ui/notice.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Withdrawal } from "#shop/orders/withdrawals.server.ts";
import type { WithdrawalState } from "#shop/orders/withdrawal.ts";

/** A withdrawal, or `possible` while the right of withdrawal lasts; null for neither. */
export type WithdrawalView = Withdrawal | "possible" | null;

const outcomes: Record<WithdrawalState, string> = {
  open: "The coins are not sent until we have looked at it. You hear from us about the refund.",
  accepted: "It was accepted. What you paid is refunded.",
  declined: "It was declined; our message below says why.",
};

/** The link to the withdrawal function, or what became of the withdrawal. */
export function OrderWithdrawal({ orderId, view }: { orderId: string; view: WithdrawalView }) {
  if (view === null) return null;
  if (view === "possible")
    return (
      <p className="order__withdraw">
        <Link className="link" to={href("/orders/:orderId/withdraw", { orderId })}>
          Withdraw from contract here
        </Link>
      </p>
    );
  return (
    <Notice tone={view.state === "open" ? "pending" : "neutral"} className="order__consent">
      <b>
        We received your withdrawal from this contract on <Time value={view.receivedAt} />
      </b>{" "}
      and confirmed it to {view.email}. {outcomes[view.state]}
    </Notice>
  );
}
