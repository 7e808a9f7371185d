import { data, href, Link, redirect, useActionData } from "react-router";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useLive, useStickyActionData } from "#app/live.ts";
import { withNotice } from "#app/notices.ts";
import { adminTitle } from "#app/root-data.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { textOf } from "#lib/form.ts";
import {
  parseTargetForm,
  type TargetKind,
  targetKinds,
  TARGETS_MAX,
} from "#shop/notifications/notification.ts";
import {
  createTarget,
  deleteTarget,
  listTargets,
  testTarget,
} from "#shop/notifications/targets.server.ts";
import type { Route } from "./+types/route";
import { settingsPath } from "../settings/settings-pages.ts";
import { SecretCard, targetErrors } from "../webhooks/endpoint-form.tsx";
import { type TargetActionData, TargetForm } from "./target-form.tsx";
import { kindLabels } from "./target-labels.ts";
import { TargetTable } from "./target-table.tsx";
import "./send-to.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Send to", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const { quietHours, quietFrom, quietTo, timeZone } = await settingsOf(args.context);
  return {
    targets: await listTargets(db),
    adding: kindIn(args.url.searchParams.get("new")),
    quiet: quietHours ? { from: quietFrom, to: quietTo, timeZone } : null,
  };
}

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const by = { actor: actorOf(args.context), now: new Date() };
  const which = { ...by, id: Number(textOf(form, "id")) || 0 };
  const here = href("/admin/send-to");
  switch (textOf(form, "intent")) {
    case "create":
      return create(args, form, by);
    case "test": {
      const tested = await testTarget(db, which);
      return tested.ok ? redirect(withNotice(here, "target-tested")) : refused(tested.error);
    }
    case "remove": {
      const removed = await deleteTarget(db, which);
      return removed.ok ? redirect(withNotice(here, "target-removed")) : refused(removed.error);
    }
    default:
      throw data(null, { status: 400 });
  }
}

async function create(
  { context }: Route.ActionArgs,
  form: FormData,
  by: Pick<Parameters<typeof createTarget>[1], "actor" | "now">,
) {
  const { db, webhookTargets } = context.get(servicesContext);
  const kind = kindIn(textOf(form, "kind"));
  if (!kind) throw data(null, { status: 400 });
  const typed = {
    chatId: textOf(form, "chatId"),
    server: textOf(form, "server"),
    topic: textOf(form, "topic"),
    template: textOf(form, "template"),
    // The URL of a Discord webhook is a secret.
    url: kind === "url" ? textOf(form, "url") : "",
    chosen: form.getAll("events").map(String),
  };
  const read = parseTargetForm(kind, form);
  if (!read.ok) return data<TargetActionData>({ kind, typed, errors: read.error }, { status: 400 });
  const created = await createTarget(db, { ...by, values: read.value, policy: webhookTargets });
  if (created.ok) {
    const { secret } = created.value;
    return data<TargetActionData>({ added: kindLabels[kind], ...(secret && { secret }) });
  }
  switch (created.error) {
    case "forbidden":
      throw redirect("/");
    case "too-many": {
      const message = `There are already ${TARGETS_MAX} places, which is the maximum.`;
      return data<TargetActionData>({ kind, typed, message }, { status: 409 });
    }
    default: {
      const field = kind === "telegram" || kind === "ntfy" ? "server" : "url";
      const errors = { [field]: targetErrors[created.error] };
      return data<TargetActionData>({ kind, typed, errors }, { status: 400 });
    }
  }
}

function refused(error: "forbidden" | "not-found") {
  if (error === "forbidden") throw redirect("/");
  return data<TargetActionData>({ message: "It was removed in the meantime." }, { status: 409 });
}

function kindIn(text: string | null): TargetKind | null {
  return targetKinds.find((kind) => kind === text) ?? null;
}

/** Where notifications for administrators are sent, besides mails. */
export default function SendToPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const { targets, adding, quiet } = loaderData;
  const actionData = useStickyActionData(useActionData<TargetActionData>());
  const open = actionData?.added ? null : adding;
  return (
    <>
      <PageHead title="Send to">Notifications where you are, besides emails</PageHead>
      {actionData?.message && (
        <Notice tone="rejected" role="alert" className="webhook-notice">
          {actionData.message}
        </Notice>
      )}
      {actionData?.added && (
        <Notice tone="completed" role="status" className="webhook-notice">
          {actionData.added} is added. Send a test to see that it arrives.
        </Notice>
      )}
      {actionData?.secret && <SecretCard secret={actionData.secret} />}
      <nav className="send-to__kinds" aria-label="Add a place">
        {targetKinds.map((kind) => (
          <ButtonLink
            key={kind}
            to={`${href("/admin/send-to")}?new=${kind}`}
            aria-current={open === kind ? "true" : undefined}
            preventScrollReset
          >
            {kindLabels[kind]}
          </ButtonLink>
        ))}
      </nav>
      {open && (
        <TargetForm
          key={open}
          kind={open}
          typed={actionData?.kind === open ? actionData.typed : undefined}
          errors={actionData?.kind === open ? actionData.errors : undefined}
        />
      )}
      <Card className="webhooks">
        {targets.length === 0 ? (
          <EmptyState title="Nothing is sent anywhere yet">
            Choose a service above. Messages name orders and packages, never a buyer.
          </EmptyState>
        ) : (
          <TargetTable targets={targets} />
        )}
      </Card>
      <p className="muted send-to__quiet">
        {quiet
          ? `Between ${quiet.from} and ${quiet.to} (${quiet.timeZone}) messages wait, and come as one at the end. `
          : "No quiet hours are set. "}
        <Link className="link" to={settingsPath("notifications", "quietHours")}>
          Quiet hours, and when a message counts as unanswered
        </Link>
      </p>
    </>
  );
}
