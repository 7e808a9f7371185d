import { verifyEmail, resetPassword, emailChanged } from "./templates/account.tsx";
import {
  adminOrder,
  adminPayment,
  adminAlert,
  adminDelivery,
  adminMessage,
  adminWithdrawal,
  adminDaily,
} from "./templates/admin.tsx";
import { giftCode } from "./templates/gift-code.tsx";
import { invitation } from "./templates/invitation.tsx";
import { newsletter } from "./templates/newsletter.tsx";
import { newsletterConfirm, newsletterAlready } from "./templates/newsletter-link.tsx";
import { orderAct } from "./templates/order-act.tsx";
import { orderConsent } from "./templates/order-consent.tsx";
import { orderCompleted, orderFailed } from "./templates/order-ended.tsx";
import { orderLinks } from "./templates/order-links.tsx";
import { orderMessage } from "./templates/order-message.tsx";
import { orderPayment } from "./templates/order-payment.tsx";
import { orderPlaced } from "./templates/order-placed.tsx";
import { orderWithdrawal } from "./templates/order-withdrawal.tsx";
import { outstandingAmount } from "./templates/outstanding-amount.tsx";
import { refundRecorded } from "./templates/refund.tsx";
import {
  passwordChanged,
  newSignIn,
  passkeyAdded,
  passkeyRemoved,
  twoFactorOff,
} from "./templates/security-mail.tsx";
import { testMail } from "./templates/test-mail.tsx";
import { twoFactorAsked } from "./templates/two-factor-asked.tsx";

/** All mails, by the name that stands in the outbox. */
export const mailTemplates = {
  "order-placed": orderPlaced,
  "order-payment": orderPayment,
  "rest-to-pay": outstandingAmount,
  refund: refundRecorded,
  "order-completed": orderCompleted,
  "order-failed": orderFailed,
  "order-message": orderMessage,
  "order-act": orderAct,
  "order-consent": orderConsent,
  "order-withdrawal": orderWithdrawal,
  "gift-code": giftCode,
  "order-links": orderLinks,
  "verify-email": verifyEmail,
  "reset-password": resetPassword,
  "email-changed": emailChanged,
  invitation,
  "password-changed": passwordChanged,
  "new-sign-in": newSignIn,
  "passkey-added": passkeyAdded,
  "passkey-removed": passkeyRemoved,
  "two-factor-asked": twoFactorAsked,
  "two-factor-off": twoFactorOff,
  "admin-order": adminOrder,
  "admin-payment": adminPayment,
  "admin-alert": adminAlert,
  "admin-delivery": adminDelivery,
  "admin-message": adminMessage,
  "admin-withdrawal": adminWithdrawal,
  "admin-daily": adminDaily,
  "test-mail": testMail,
  "newsletter-confirm": newsletterConfirm,
  "newsletter-already": newsletterAlready,
  newsletter,
} as const;

export type TemplateName = keyof typeof mailTemplates;
