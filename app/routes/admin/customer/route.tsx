import { data, href, redirect, useActionData, useNavigate } from "react-router";
import { z } from "zod";
import { actorOf } from "#app/actor.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useKeptAnswer } from "#app/kept-answer.ts";
import { type NoticeName, withNotice } from "#app/notices.ts";
import { requireAdmin } from "#app/session.server.ts";
import {
  type AccountRefusal,
  block,
  setRole,
  signOutEverywhere,
  unblock,
} from "#shop/accounts/account-changes.server.ts";
import type { Db } from "#db/client.server.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { readCustomer } from "#shop/customers/customers.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "../shared/admin-title.ts";
import { customersPath, parseCustomerQuery } from "../customers/customer-paths.ts";
import { CustomerDrawer } from "./customer-drawer.tsx";

export const meta: Route.MetaFunction = ({ params, matches }) => adminTitle(params.email, matches);

export async function loader(args: Route.LoaderArgs) {
  const { account } = requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const customer = await readCustomer(db, args.params.email);
  if (!customer) throw data(null, { status: 404 });
  return {
    customer,
    isYou: customer.account?.userId === account.id,
    listPath: customersPath(parseCustomerQuery(args.url.searchParams)),
  };
}

const changeSchema = z.object({
  intent: z.enum(["promote", "demote", "block", "unblock", "sign-out"]),
  userId: z.string().min(1).max(100),
  seen: z.enum(["customer", "admin", "blocked"]),
});

type Change = z.infer<typeof changeSchema>;

const notices: Record<Change["intent"], NoticeName> = {
  promote: "customer-promoted",
  demote: "customer-demoted",
  block: "customer-blocked",
  unblock: "customer-unblocked",
  "sign-out": "customer-signed-out",
};

export async function action(args: Route.ActionArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const form = Object.fromEntries(await readForm(args.request));
  const parsed = changeSchema.safeParse(form);
  if (!parsed.success) throw data(null, { status: 400 });
  const change = parsed.data;
  const changed = await apply(db, change, actorOf(args.context), new Date());
  if (!changed.ok) {
    const { error } = changed;
    if (error === "forbidden") throw redirect("/");
    return data({ message: refusals[error] }, { status: 409 });
  }
  const path = href("/admin/customers/:email", { email: args.params.email });
  const query = customersPath(parseCustomerQuery(args.url.searchParams)).split("?")[1];
  return redirect(withNotice(query ? `${path}?${query}` : path, notices[change.intent]));
}

function apply(db: Db, { intent, userId, seen }: Change, actor: Actor, now: Date) {
  const change = { userId, seen, actor, now };
  switch (intent) {
    case "promote":
      return setRole(db, { ...change, role: "admin" });
    case "demote":
      return setRole(db, { ...change, role: "customer" });
    case "block":
      return block(db, change);
    case "unblock":
      return unblock(db, change);
    case "sign-out":
      return signOutEverywhere(db, change);
  }
}

const refusals: Record<Exclude<AccountRefusal, "forbidden">, string> = {
  "not-found": "This account is gone: it was deleted meanwhile.",
  stale: "Somebody changed this account meanwhile. This is how it is now.",
  unchanged: "This is so already.",
  "last-administrator":
    "This is the only administrator. Make somebody else one first, or nobody could get in here.",
  yourself: "You cannot block yourself.",
  blocked: "This account is blocked. Unblock it first.",
};

/** Also after a refusal: it shows how the account is now. */
export const shouldRevalidate = () => true;

/** Opens beside the list, which stays behind it. */
export default function CustomerPanel({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const answer = useKeptAnswer(useActionData<{ message: string }>());
  const { listPath } = loaderData;
  return (
    <CustomerDrawer
      {...loaderData}
      message={answer?.message ?? null}
      onClose={() => void navigate(listPath, { preventScrollReset: true })}
    />
  );
}
