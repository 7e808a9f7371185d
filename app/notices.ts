import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { notify } from "./ui/toaster.tsx";

/** Success toasts by their name in the URL: `?notice=placed`. */
const notices = {
  placed: "Order placed successfully!",
  "refund-address-saved": "Refund address saved",
  "recipient-corrected": "Recipient corrected",
  "email-sent-again": "We are sending our email again",
  "withdrawal-received": "We have received your withdrawal",
  "withdrawal-accepted": "Withdrawal accepted, order rejected",
  "withdrawal-declined": "Withdrawal declined, message sent",
  "device-told": "This device will be told when your coins have arrived",
  "message-sent": "Message sent",
  "message-done": "Done",
  "orders-forgotten": "This device has forgotten its orders",
  "method-changed": "Payment method changed",
  "page-closed": "Your order is saved. If you have not paid yet, you can pay for it here",
  "signed-in": "Login successful!",
  registered: "Account created successfully!",
  "name-saved": "Name saved",
  "birthday-saved": "Birthday saved",
  "email-sent": "Email sent: open its link to confirm the address",
  "email-verified": "Email address confirmed",
  "password-saved": "Password changed",
  "session-ended": "That session was signed out",
  "two-factor-off": "Two-factor authentication is off",
  "passkey-added": "Passkey added",
  "passkey-renamed": "Passkey renamed",
  "passkey-removed": "Passkey removed",
  deleted: "Account deleted",
  "package-gone": "This package is no longer for sale",
  "package-sold-out": "This package has just sold out",
  "code-kept": "Your code is kept, and applied at checkout",
  "coupon-created": "Coupon created",
  "coupon-saved": "Coupon saved",
  "coupon-ended": "Coupon ended",
  "coupon-resumed": "Coupon resumed",
  "package-created": "Package created successfully",
  "packages-updated": "Packages updated successfully",
  "package-updated": "Package updated successfully",
  "package-deleted": "Package deleted successfully",
  "package-moved": "Package moved",
  "package-in-grid": "Package moved to the grid",
  "gift-code-sent": "A new gift code is on its way",
  "package-promoted": "Package is now the promotion",
  "package-off": "Package is no longer for sale",
  "shop-saved": "Shop settings updated successfully",
  "invoice-saved": "Invoice settings updated successfully",
  "email-saved": "Email settings updated successfully",
  "notification-saved": "Notification settings updated successfully",
  "message-saved": "Messages updated successfully",
  "delivery-saved": "Delivery settings updated successfully",
  "payment-saved": "Payment settings updated successfully",
  "wallet-saved": "Addresses confirmed. Bitcoin is now offered",
  "bitcoin-saved": "Bitcoin settings updated successfully",
  "credit-saved": "Credit settings updated successfully",
  "credit-redeemed": "Gift code redeemed",
  "points-converted": "Points turned into credit",
  "credit-adjusted": "Credit changed",
  "gift-codes-withdrawn": "Codes withdrawn",
  "eu-saved": "EU settings updated successfully",
  "legal-saved": "Legal pages updated successfully",
  "security-saved": "Security settings updated successfully",
  "order-updated": "Order status updated successfully",
  "order-deleted": "Order deleted successfully",
  "note-saved": "Note saved",
  "payment-accepted": "Payment accepted",
  "top-up-requested": "Rest requested: the buyer gets an email",
  "refund-recorded": "Refund recorded",
  "refund-credited": "Added to the buyer's credit",
  "payment-attached": "Payment assigned to the order",
  "decision-undone": "Decision undone",
  "payment-recorded": "Payment recorded",
  "payments-recorded": "Payments recorded",
  "recorded-unassigned": "Recorded: it is waiting in Review",
  "line-set-aside": "Line set aside",
  "line-taken-back": "Line restored",
  "customer-promoted": "Owner added",
  "customer-demoted": "Customer again",
  "customer-signed-out": "Signed out everywhere",
  "customer-blocked": "Account blocked",
  "customer-unblocked": "Account unblocked",
  "team-invited": "Invitation sent",
  "team-invited-again": "Invitation sent again",
  "team-invitation-revoked": "Invitation revoked",
  "team-role-changed": "Role changed",
  "team-access-ended": "Access ended",
  "team-joined": "You are in the team. Please sign in to begin",
  "test-mail-sent": "A test email is on its way to you",
  "setup-hidden": "List hidden",
  "legal-read": "Marked as read",
  "mail-retried": "Sending again",
  "mail-discarded": "Email discarded",
  "newsletter-saved": "Draft saved",
  "newsletter-tested": "Draft saved. A test is on its way to you",
  "newsletter-deleted": "Draft deleted",
  "newsletter-started": "The newsletter is being sent",
  "newsletter-stopped": "Sending stopped",
  "newsletter-continued": "Sending resumed",
  "api-key-revoked": "Key revoked",
  "subscriber-removed": "Subscriber removed",
  "device-added": "This device is added",
  "target-removed": "Removed: nothing more is sent there",
  "target-tested": "A test is on its way",
  "webhook-updated": "Webhook updated",
  "webhook-deleted": "Webhook deleted",
  "webhook-tested": "Test event sent",
  "webhook-again": "Delivering again",
} as const;

/** Error toasts by their name in the URL. */
const problems = {
  "withdrawal-decided": "This withdrawal was decided meanwhile",
  "two-factor-needed": "Set up two-factor authentication to open the back office",
  "second-factor-needed":
    "Add a passkey or set up two-factor authentication to open the back office",
  "code-unknown": "We do not know the code of this link",
  "page-unavailable":
    "The payment page cannot be opened right now. Your order is placed: please try again here in a moment",
  "not-open": "We are not taking payments in Bitcoin right now. Please try again later",
  "device-refused": "This device cannot be told",
  "not-payable": "This order is no longer waiting for a payment",
  "email-not-corrected": "The email address was not changed: please check it below",
  "refund-address-closed": "The refund address can no longer be changed",
  "already-pending": "Order is already marked as pending",
  "already-processing": "Order is already marked as processing",
  "already-completed": "Order is already marked as completed",
  "already-rejected": "Order is already marked as rejected",
} as const;

export type NoticeName = keyof typeof notices | keyof typeof problems;

/** Returns the path with this notice in its query, replacing any other. */
export function withNotice(path: string, notice: NoticeName): string {
  const [page = "", query] = path.split("?", 2);
  const search = new URLSearchParams(query);
  search.set("notice", notice);
  return `${page}?${search}`;
}

/** Shows the toast of a notice, after a submission that does not navigate. */
export function showNotice(name: keyof typeof notices): void {
  notify.success(notices[name]);
}

/** Shows the toast of a known notice in this query; returns whether there was one. */
function showNoticeOf(search: string): boolean {
  const name = new URLSearchParams(search).get("notice") ?? "";
  if (Object.hasOwn(notices, name)) notify.success(notices[name as keyof typeof notices]);
  else if (Object.hasOwn(problems, name)) notify.error(problems[name as keyof typeof problems]);
  else return false;
  return true;
}

/**
 * Shows the notice of the URL once for each navigation, and removes it from the URL so that a reload does not repeat it.
 * The removal loads no data: while it lasted, another submission could interrupt it and lead to the same URL, whose
 * notice would look like the one already shown.
 */
export function useNotice(): void {
  const { pathname, search, hash, key } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!showNoticeOf(search)) return;
    const rest = new URLSearchParams(search);
    rest.delete("notice");
    const query = rest.size > 0 ? `?${rest}` : "";
    void navigate(`${pathname}${query}${hash}`, {
      replace: true,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    });
  }, [pathname, search, hash, key, navigate]);
}
