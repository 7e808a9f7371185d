import { data } from "react-router";
import { z } from "zod";
import { redirect } from "#app/redirects.ts";
import { reauthenticate } from "#app/reauthenticate.server.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { type NoticeName, withNotice } from "#app/notices.ts";
import type { Db } from "#db/client.server.ts";
import { parseForm, textOf, textsOf } from "#lib/form.ts";
import type { Result } from "#lib/result.ts";
import {
  type AccountChangeError,
  blockUser,
  setRole,
  signOutEverywhere,
  unblockUser,
} from "#shop/accounts/account-changes.server.ts";
import {
  askTwoFactorRemoval,
  withdrawTwoFactorRemoval,
} from "#shop/accounts/two-factor-removal.server.ts";
import { accountStates } from "#shop/accounts/account.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { adjustCredit } from "#shop/credit/adjust-credit.server.ts";
import { CREDIT_NOTE_MAX, MOST_CREDIT_CENTS } from "#shop/credit/credit.ts";
import { line, price } from "#shop/settings/rules.ts";
import type { Route } from "./+types/route";
import { customerList, customerPath } from "../customers/customer-list.ts";
import type { AdjustmentErrors, CustomerActionData } from "./customer-credit.tsx";

const changeSchema = z.object({
  intent: z.enum(["promote", "demote", "block", "unblock", "sign-out"]),
  userId: z.string().min(1).max(100),
  seen: z.enum(accountStates),
});

type Change = z.infer<typeof changeSchema>;

const notices: Record<Change["intent"], NoticeName> = {
  promote: "customer-promoted",
  demote: "customer-demoted",
  block: "customer-blocked",
  unblock: "customer-unblocked",
  "sign-out": "customer-signed-out",
};

/** Changes the access of an account, or its credit. */
export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const intent = textOf(form, "intent");
  if (intent === "credit") return adjust(args, form);
  if (intent === "two-factor-ask") return askRemoval(args, form);
  if (intent === "two-factor-withdraw") {
    const change = changeOf(args, form);
    return answer(args, await withdrawTwoFactorRemoval(db, change), "two-factor-withdrawn");
  }
  const parsed = parseForm(changeSchema, form);
  if (!parsed.ok) throw data(null, { status: 400 });
  const change = parsed.value;
  const changed = await apply(db, change, actorOf(args.context), new Date());
  return answer(args, changed, notices[change.intent]);
}

type Changed = Result<unknown, AccountChangeError | "unconfirmed">;

function answer(args: Route.ActionArgs, changed: Changed, notice: NoticeName) {
  if (changed.ok) return redirect(withNotice(panelPath(args), notice));
  const { error } = changed;
  if (error === "forbidden") throw redirect("/");
  return data<CustomerActionData>({ message: errorMessages[error] }, { status: 409 });
}

function changeOf({ context }: Route.ActionArgs, form: FormData) {
  return { userId: textOf(form, "userId"), actor: actorOf(context), now: new Date() };
}

/** Asks to turn off the second factor of a person who lost it, once it is sure who is at the browser. */
async function askRemoval(args: Route.ActionArgs, form: FormData) {
  const { request, context } = args;
  const refused = await reauthenticate(request, context, textOf(form, "password"));
  if (refused) return data<CustomerActionData>({ twoFactor: refused.message }, refused.init);
  const { db } = context.get(servicesContext);
  return answer(args, await askTwoFactorRemoval(db, changeOf(args, form)), "two-factor-asked");
}

function panelPath({ params: { email }, url }: Route.ActionArgs): string {
  return customerPath(email, customerList.parse(url.searchParams));
}

const adjustmentSchema = z
  .object({
    direction: z.enum(["give", "take"]),
    amount: price(1, MOST_CREDIT_CENTS),
    note: line("The note", CREDIT_NOTE_MAX).min(1, "Please tell the customer why"),
    formKey: z.uuid(),
  })
  .transform(({ direction, amount, ...rest }) => ({
    ...rest,
    cents: direction === "give" ? amount : -amount,
  }));

/** Gives or takes credit. */
async function adjust(args: Route.ActionArgs, form: FormData) {
  const { db } = args.context.get(servicesContext);
  const typed = textsOf(form, ["direction", "amount", "note"]);
  const refused = (errors: AdjustmentErrors, status: number) =>
    data<CustomerActionData>({ adjustment: { typed, errors } }, { status });
  const parsed = parseForm(adjustmentSchema, form);
  if (!parsed.ok) return refused(parsed.error, 400);
  const adjusted = await adjustCredit(db, { ...parsed.value, ...changeOf(args, form) });
  if (adjusted.ok) return redirect(withNotice(panelPath(args), "credit-adjusted"));
  switch (adjusted.error) {
    case "forbidden":
      throw redirect("/");
    case "not-found":
      return data<CustomerActionData>({ message: errorMessages["not-found"] }, { status: 409 });
    case "not-enough":
      return refused({ amount: "There is not as much credit" }, 409);
  }
}

function apply(db: Db, { intent, userId, seen }: Change, actor: Actor, now: Date) {
  const change = { userId, seen, actor, now };
  switch (intent) {
    case "promote":
      return setRole(db, { ...change, role: "admin" });
    case "demote":
      return setRole(db, { ...change, role: "customer" });
    case "block":
      return blockUser(db, change);
    case "unblock":
      return unblockUser(db, change);
    case "sign-out":
      return signOutEverywhere(db, change);
  }
}

const errorMessages: Record<Exclude<AccountChangeError | "unconfirmed", "forbidden">, string> = {
  "not-found": "This account has been deleted in the meantime.",
  stale: "Someone changed this account in the meantime. Here is the current state.",
  unchanged: "This is already the case.",
  "last-administrator":
    "This is the only owner. Make someone else an owner first, or no one could open the back office.",
  yourself: "You cannot do this to yourself.",
  unconfirmed: "This address is not confirmed.",
  blocked: "This account is blocked. Unblock it first.",
};
