import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { type MessageKey, t } from "#messages/translate.ts";
import { notify } from "./ui/toaster.tsx";

/** Success toasts by their name in the URL, `?notice=placed`: the keys of their texts. */
const notices = {
  placed: "notices.placed",
  "refund-address-saved": "notices.refundAddressSaved",
  "recipient-corrected": "notices.recipientCorrected",
  "email-sent-again": "notices.emailSentAgain",
  "withdrawal-received": "notices.withdrawalReceived",
  "device-told": "notices.deviceTold",
  "message-sent": "notices.messageSent",
  "link-sent": "notices.linkSent",
  "orders-forgotten": "notices.ordersForgotten",
  "method-changed": "notices.methodChanged",
  "page-closed": "notices.pageClosed",
  "signed-in": "notices.signedIn",
  registered: "notices.registered",
  "name-saved": "notices.nameSaved",
  "birthday-saved": "notices.birthdaySaved",
  "email-sent": "notices.emailSent",
  "email-verified": "notices.emailVerified",
  "password-saved": "notices.passwordSaved",
  "session-ended": "notices.sessionEnded",
  "two-factor-off": "notices.twoFactorOff",
  "passkey-added": "notices.passkeyAdded",
  "passkey-renamed": "notices.passkeyRenamed",
  "passkey-removed": "notices.passkeyRemoved",
  deleted: "notices.deleted",
  "package-gone": "notices.packageGone",
  "package-sold-out": "notices.packageSoldOut",
  "code-kept": "notices.codeKept",
  "credit-redeemed": "notices.creditRedeemed",
  "points-converted": "notices.pointsConverted",
  "credit-taken-back": "notices.creditTakenBack",
  "team-joined": "notices.teamJoined",
} as const satisfies Record<string, MessageKey>;

/** Error toasts of buyers. */
const problems = {
  "two-factor-needed": "notices.twoFactorNeeded",
  "second-factor-needed": "notices.secondFactorNeeded",
  "code-unknown": "notices.codeUnknown",
  "page-unavailable": "notices.pageUnavailable",
  "not-open": "notices.notOpen",
  "device-refused": "notices.deviceRefused",
  "not-payable": "notices.notPayable",
  "proof-needed": "notices.proofNeeded",
  "credit-not-taken-back": "notices.creditNotTakenBack",
  "email-not-corrected": "notices.emailNotCorrected",
  "refund-address-closed": "notices.refundAddressClosed",
} as const satisfies Record<string, MessageKey>;

/** Success toasts of the back office. */
// untranslated: it is in English.
const officeNotices = {
  "withdrawal-accepted": "Withdrawal accepted, order rejected",
  "withdrawal-declined": "Withdrawal declined, message sent",
  "message-done": "Done",
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
  "credit-adjusted": "Credit changed",
  "gift-codes-withdrawn": "Codes withdrawn",
  "eu-saved": "EU settings updated successfully",
  "language-saved": "Language settings updated successfully",
  "texts-saved": "Texts updated successfully",
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
  "two-factor-asked": "Asked for: two-factor will be turned off in 24 hours",
  "two-factor-withdrawn": "Two-factor stays on",
  "team-invited": "Invitation sent",
  "team-invited-again": "Invitation sent again",
  "team-invitation-revoked": "Invitation revoked",
  "team-role-changed": "Role changed",
  "team-access-ended": "Access ended",
  "test-mail-sent": "A test email is on its way to you",
  "setup-hidden": "List hidden",
  "legal-read": "Marked as read",
  "mail-retried": "Sending again",
  "mail-discarded": "Email discarded",
  "newsletter-saved": "Draft saved",
  "newsletter-text-tested": "Text saved. A test is on its way to you",
  "newsletter-text-saved": "Text saved",
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

/** Error toasts of the back office. */
// untranslated: it is in English.
const officeProblems = {
  "withdrawal-decided": "This withdrawal was decided meanwhile",
  "already-pending": "Order is already marked as pending",
  "already-processing": "Order is already marked as processing",
  "already-completed": "Order is already marked as completed",
  "already-rejected": "Order is already marked as rejected",
} as const;

type SuccessName = keyof typeof notices | keyof typeof officeNotices;
export type NoticeName = SuccessName | keyof typeof problems | keyof typeof officeProblems;

/** Returns the path with this notice in its query, replacing any other. */
export function withNotice(path: string, notice: NoticeName): string {
  const [page = "", query] = path.split("?", 2);
  const search = new URLSearchParams(query);
  search.set("notice", notice);
  return `${page}?${search}`;
}

/** Shows the toast of a notice, after a submission that does not navigate. */
export function showNotice(name: SuccessName): void {
  showNoticeNamed(name);
}

/** Shows the toast of a known notice; returns whether it is one. */
function showNoticeNamed(name: string): boolean {
  if (hasName(notices, name)) notify.success(t(notices[name]));
  else if (hasName(officeNotices, name)) notify.success(officeNotices[name]);
  else if (hasName(problems, name)) notify.error(t(problems[name]));
  else if (hasName(officeProblems, name)) notify.error(officeProblems[name]);
  else return false;
  return true;
}

function hasName<Table extends object>(table: Table, name: string): name is keyof Table & string {
  return Object.hasOwn(table, name);
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
    if (!showNoticeNamed(new URLSearchParams(search).get("notice") ?? "")) return;
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
