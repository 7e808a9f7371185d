import { z } from "zod";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { secondsToWait, tooManyAttempts } from "#app/limits.server.ts";
import { withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { ensureVisitor } from "#app/visitor.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { emailField } from "#shop/rules/email-field.ts";
import { parseForm, textOf, textsOf } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import { safeAccountSchema } from "#shop/checkouts/safe-buyer.server.ts";
import { correctRecipient } from "#shop/delivery/corrections.server.ts";
import {
  buyerMessageByAddress,
  emailCorrectionByAddress,
  emailCorrectionByOrder,
  mailByAccount,
  mailByAddress,
  messageByOrder,
  orderMailByEmail,
  refundAddressByOrder,
} from "#shop/limits/limits.server.ts";
import { takeOnce } from "#shop/limits/attempts.server.ts";
import { giveConsent } from "#shop/orders/consent.server.ts";
import { correctEmail } from "#shop/orders/email-corrections.server.ts";
import { unpaidMailLimits } from "#shop/orders/guest-mails.server.ts";
import { readMessage } from "#shop/orders/message.ts";
import { writeAsBuyer } from "#shop/orders/messages.server.ts";
import { mailOrderLink } from "#shop/orders/order-links.server.ts";
import { setRefundAddress } from "#shop/payments/refund-address.server.ts";
import { readConsent } from "../shared/consent-form.ts";
import { orderPath } from "../shared/order-paths.ts";
import type { ActRequest } from "./act-request.ts";
import { correctionProblems } from "./correct-recipient.tsx";
import { refundAddressErrors } from "./refund-address.tsx";

const emailSchema = () => z.object({ email: emailField(t("order.emailRequired")) });

/** Mails the signed link to the order's address, for who has order id and email alone. */
export async function mailLink({ context, order }: ActRequest<"link">) {
  const { db } = context.get(servicesContext);
  const now = new Date();
  const from = context.get(clientAddressContext);
  const attempts = [
    { limit: mailByAddress, who: from },
    { limit: mailByAccount, who: normalizeEmail(order.email) },
    ...unpaidMailLimits(order, from),
  ];
  const wait = await secondsToWait(db, attempts, now);
  if (wait > 0) return tooManyAttempts(wait);
  await mailOrderLink(db, order, now);
  return redirect(withNotice(orderPath(order.id), "link-sent"));
}

/** Saves the address that a refund of the order is to be sent to. */
export async function saveRefundAddress(acting: ActRequest<"refund-address">) {
  const { context, order, form, permit } = acting;
  const address = textOf(form, "address");
  if (!address.trim()) return { errors: { address: t(refundAddressErrors.missing) } };
  const { db, network, policy } = context.get(servicesContext);
  const now = new Date();
  const wait = await takeOnce(db, refundAddressByOrder, order.id, now);
  if (wait > 0) {
    const { message, init } = tooManyAttempts(wait);
    return { errors: { address: message }, init };
  }
  const ip = context.get(clientAddressContext);
  const saved = await setRefundAddress(db, { permit, order, address, network, policy, ip, now });
  if (saved.ok) return redirect(withNotice(orderPath(order.id), "refund-address-saved"));
  if (saved.error === "closed")
    return redirect(withNotice(orderPath(order.id), "refund-address-closed"));
  return { errors: { address: t(refundAddressErrors[saved.error]) } };
}

/** Corrects the TikTok account that gets the coins, once the delivery adapter knows it. */
export async function saveRecipient({ context, order, form, permit }: ActRequest<"recipient">) {
  const { db, accountChecks } = context.get(servicesContext);
  const now = new Date();
  const parsed = parseForm(safeAccountSchema, textsOf(form, ["tiktokUsername", "tiktokUid"]));
  if (!parsed.ok) return { errors: parsed.error };
  const settings = await settingsOf(context);
  const from = context.get(clientAddressContext);
  const unknown = await accountChecks.findProblem(parsed.value, { settings, from, now });
  if (unknown) return { errors: { tiktokUsername: unknown } };
  const corrected = await correctRecipient(db, {
    permit,
    order,
    account: parsed.value,
    made: Number(textOf(form, "made")),
    ip: from,
    now: new Date(),
  });
  if (!corrected.ok)
    return { message: t(correctionProblems[corrected.error]), init: { status: 409 } };
  return redirect(withNotice(orderPath(order.id), "recipient-corrected"));
}

/** Corrects the email of an order whose mail was refused, and has it sent again. */
export async function saveEmail({ context, request, order, form, permit }: ActRequest<"email">) {
  const services = context.get(servicesContext);
  const { db } = services;
  const parsed = parseForm(emailSchema(), textsOf(form, ["email"]));
  if (!parsed.ok) return { errors: parsed.error };
  const seen = textOf(form, "seen");
  const { email } = parsed.value;
  const now = new Date();
  const ip = context.get(clientAddressContext);
  const attempts = [
    { limit: emailCorrectionByOrder, who: order.id },
    { limit: emailCorrectionByAddress, who: ip },
    // The address may be a stranger's.
    ...(order.settledAt ? [] : [{ limit: orderMailByEmail, who: normalizeEmail(email) }]),
  ];
  const wait = await secondsToWait(db, attempts, now);
  if (wait > 0) {
    const { message, init } = tooManyAttempts(wait);
    return { errors: { email: message }, init };
  }
  const { visitorHash, headers } = await ensureVisitor(request, services);
  const corrected = await correctEmail(db, { permit, order, email, seen, visitorHash, ip, now });
  const notice = corrected.ok ? "email-sent-again" : "email-not-corrected";
  return redirect(withNotice(orderPath(order.id), notice), { headers });
}

/** Sends a message of the buyer. */
export async function sendMessage({ context, order, form, permit }: ActRequest<"message">) {
  const { db } = context.get(servicesContext);
  const now = new Date();
  const read = readMessage(textOf(form, "text"));
  if (!read.ok) return { errors: { text: read.error } };
  const attempts = [
    { limit: buyerMessageByAddress, who: context.get(clientAddressContext) },
    { limit: messageByOrder, who: order.id },
  ];
  const wait = await secondsToWait(db, attempts, now);
  if (wait > 0) return tooManyAttempts(wait);
  const sent = await writeAsBuyer(db, { permit, text: read.value, now });
  if (!sent.ok) return { message: t("order.notSentClosed"), init: { status: 409 } };
  return redirect(`${withNotice(orderPath(order.id), "message-sent")}#messages`);
}

/** Stores the consent to immediate delivery of an order whose payment came before the last step. */
export async function saveConsent({ context, order, form, permit }: ActRequest<"consent">) {
  const { db } = context.get(servicesContext);
  const now = new Date();
  const consent = readConsent(form, await settingsOf(context));
  if (!consent.ok) return { message: consent.error };
  if (consent.value === null) return redirect(orderPath(order.id));
  const attempts = unpaidMailLimits(order, context.get(clientAddressContext));
  const wait = await secondsToWait(db, attempts, now);
  if (wait > 0) return tooManyAttempts(wait);
  await giveConsent(db, { permit, text: consent.value, now });
  return redirect(orderPath(order.id));
}
