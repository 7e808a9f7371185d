import { data, href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { type NoticeName, withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { textOf } from "#lib/form.ts";
import { readMessage } from "#shop/orders/message.ts";
import { decideWithdrawal } from "#shop/orders/withdrawals.server.ts";
import type { Route } from "./+types/route";
import type { WithdrawalActionData } from "./withdrawals.tsx";

/** Accepts or declines a withdrawal. */
export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const form = await readForm(args.request);
  const orderId = textOf(form, "orderId");
  const intent = textOf(form, "intent");
  if (intent === "accept-withdrawal") return decide(args, orderId, null);
  if (intent !== "decline-withdrawal") throw data(null, { status: 400 });
  const typed = textOf(form, "reason");
  const reason = readMessage(typed);
  if (reason.ok) return decide(args, orderId, reason.value);
  const refused: WithdrawalActionData = { orderId, typed, error: reason.error };
  return data(refused, { status: 400 });
}

async function decide(
  { context }: Route.ActionArgs,
  orderId: string,
  declinedFor: string | null,
): Promise<Response> {
  const { db } = context.get(servicesContext);
  const actor = actorOf(context);
  const decided = await decideWithdrawal(db, { orderId, declinedFor, actor, now: new Date() });
  if (!decided.ok && decided.error === "forbidden") throw redirect("/");
  const done: NoticeName = declinedFor === null ? "withdrawal-accepted" : "withdrawal-declined";
  return redirect(withNotice(href("/admin/review"), decided.ok ? done : "withdrawal-decided"));
}
