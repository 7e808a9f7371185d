import { data, href } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { giveAttemptsBack, secondsToWait, tooManyAttempts } from "#app/limits.server.ts";
import { withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { requireSignedIn } from "#app/session.server.ts";
import { readVisitor } from "#app/visitor.server.ts";
import { textOf } from "#lib/form.ts";
import { takeCreditBack } from "#shop/checkout/account-takings.server.ts";
import { redeemGiftCode } from "#shop/gift-codes/gift-codes.server.ts";
import { giftCodeByAccount, giftCodeByAddress } from "#shop/limits/limits.server.ts";
import { convertPoints } from "#shop/loyalty/earned-credit.server.ts";
import type { Route } from "./+types/route";
import type { CreditActionData } from "./credit-card.tsx";
import { t } from "#messages/translate.ts";

/** Redeems a gift code, turns points into credit, or takes credit back from checkouts that were left. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { db } = services;
  const { account } = requireSignedIn(context);
  const form = await readForm(request);
  const now = new Date();
  switch (textOf(form, "intent")) {
    case "convert": {
      const converted = await convertPoints(db, account.id, now);
      // Another tab has turned them already: the page shows what there is.
      const page = href("/orders");
      return redirect(converted.ok ? withNotice(page, "points-converted") : page);
    }
    case "take-back": {
      const visitorHash = await readVisitor(request, services);
      const cents = await takeCreditBack(db, { userId: account.id, visitorHash, now });
      const notice = cents > 0 ? "credit-taken-back" : "credit-not-taken-back";
      return redirect(withNotice(href("/orders"), notice));
    }
    case "redeem":
      return redeem(context, { userId: account.id, code: textOf(form, "code"), now });
    default:
      throw data(null, { status: 400 });
  }
}

async function redeem(
  context: Route.ActionArgs["context"],
  { userId, code, now }: { userId: string; code: string; now: Date },
) {
  const { db } = context.get(servicesContext);
  const refused = (error: string, init: ResponseInit) =>
    data<CreditActionData>({ code: { typed: code.slice(0, 40), error } }, init);
  const attempts = [
    { limit: giftCodeByAddress, who: context.get(clientAddressContext) },
    { limit: giftCodeByAccount, who: userId },
  ];
  const wait = await secondsToWait(db, attempts, now);
  if (wait > 0) {
    const { message, init } = tooManyAttempts(wait);
    return refused(message, init);
  }
  const redeemed = await redeemGiftCode(db, { code, userId, now });
  if (!redeemed.ok) return refused(t("credit.unusableCode"), { status: 400 });
  await giveAttemptsBack(db, attempts, now);
  return redirect(withNotice(href("/orders"), "credit-redeemed"));
}
