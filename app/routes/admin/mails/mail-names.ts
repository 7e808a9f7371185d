import type { MailMessage } from "#shop/mail/mail.ts";

/** What each mail is called in the back office. */
export const mailNames: Record<MailMessage["template"], string> = {
  "order-placed": "Order placed",
  "order-payment": "Payment of an order",
  "rest-to-pay": "Rest to pay",
  refund: "Refund",
  "order-completed": "Order completed",
  "order-failed": "Order rejected",
  "verify-email": "Confirm email address",
  "reset-password": "Choose a new password",
  "password-changed": "Password changed",
  "new-sign-in": "New sign-in",
  "admin-order": "New order, to an administrator",
  "admin-payment": "Payment, to an administrator",
  "admin-alert": "Alert, to an administrator",
  "admin-daily": "Daily summary",
  "newsletter-confirm": "Confirm the newsletter",
  "newsletter-already": "Newsletter asked for again",
  newsletter: "Newsletter, as a test",
};
