import { data } from "react-router";
import { z } from "zod";
import type { NoticeName } from "#app/notices.ts";
import { act, type Given, leadTo, officeAction } from "#app/office/acts.server.ts";
import { parseForm } from "#lib/form.ts";
import type { Result } from "#lib/result.ts";
import { accountStates } from "#shop/accounts/account.ts";
import {
  blockUser,
  setRole,
  signOutEverywhere,
  unblockUser,
} from "#shop/team/account-changes.server.ts";
import type { AccountChangeError } from "#shop/accounts/account-change.server.ts";
import {
  askTwoFactorRemoval,
  withdrawTwoFactorRemoval,
} from "#shop/accounts/two-factor-removal.server.ts";
import { adjustCredit } from "#shop/credit/adjust-credit.server.ts";
import { customerList, customerPath } from "../customers/customer-list.ts";
import { creditFields } from "./credit-fields.ts";

const idSchema = z.object({ userId: z.string().min(1).max(100) });
const stateSchema = idSchema.extend({ seen: z.enum(accountStates) });
const formKeySchema = idSchema.extend({ formKey: z.uuid() });

/** Returns whose account a form is about, and what else its hidden fields say. */
function hiddenIn<Schema extends z.ZodType<object>>(schema: Schema, { form, who }: Given) {
  const read = parseForm(schema, form);
  if (!read.ok) throw data(null, { status: 400 });
  return { ...read.value, ...who };
}

/** Leads back to the panel beside the list. */
function backWith(notice: NoticeName) {
  return (_: unknown, { param, url }: Given) =>
    leadTo(customerPath(param("email"), customerList.parse(url.searchParams)), notice);
}

const refused: Record<Exclude<AccountChangeError | "unconfirmed", "forbidden">, string> = {
  "not-found": "This account has been deleted in the meantime.",
  stale: "Someone changed this account in the meantime. Here is the current state.",
  unchanged: "This is already the case.",
  "last-administrator":
    "This is the only owner. Make someone else an owner first, or no one could open the back office.",
  yourself: "You cannot do this to yourself.",
  unconfirmed: "This address is not confirmed.",
  blocked: "This account is blocked. Unblock it first.",
};

type StateChange = ReturnType<typeof hiddenIn<typeof stateSchema>>;

/** Changes the access of an account whose state the administrator saw. */
function change(
  notice: NoticeName,
  run: (
    db: Given["services"]["db"],
    change: StateChange,
  ) => Promise<Result<unknown, AccountChangeError>>,
) {
  return act({
    run: (given) => run(given.services.db, hiddenIn(stateSchema, given)),
    done: backWith(notice),
    refused,
  });
}

/** Changes the access of an account, its credit, or its second factor. */
export const action = officeAction({
  promote: change("customer-promoted", (db, who) => setRole(db, { ...who, role: "admin" })),
  demote: change("customer-demoted", (db, who) => setRole(db, { ...who, role: "customer" })),
  block: change("customer-blocked", blockUser),
  unblock: change("customer-unblocked", unblockUser),
  "sign-out": change("customer-signed-out", signOutEverywhere),
  credit: act({
    fields: creditFields,
    run: (given, { direction, amount, note }) =>
      adjustCredit(given.services.db, {
        ...hiddenIn(formKeySchema, given),
        cents: direction === "give" ? amount : -amount,
        note,
      }),
    done: backWith("credit-adjusted"),
    refused: {
      "not-found": refused["not-found"],
      "not-enough": { amount: "There is not as much credit" },
    },
  }),
  // For a person who lost it, once it is sure who is at the browser.
  "two-factor-ask": act({
    reauthenticates: true,
    run: (given) => askTwoFactorRemoval(given.services.db, hiddenIn(idSchema, given)),
    done: backWith("two-factor-asked"),
    refused,
  }),
  "two-factor-withdraw": act({
    run: (given) => withdrawTwoFactorRemoval(given.services.db, hiddenIn(idSchema, given)),
    done: backWith("two-factor-withdrawn"),
    refused,
  }),
});
