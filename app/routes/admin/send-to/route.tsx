import { data, href, Link, useActionData } from "react-router";
import { redirect } from "#app/redirects.ts";
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
import { deviceName } from "#shop/accounts/device.ts";
import { addTeamDevice } from "#shop/notifications/devices.server.ts";
import {
  DEVICES_MAX,
  parseTargetForm,
  roleEvents,
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
import { subscriptionSchema } from "#shop/notifications/web-push.server.ts";
import type { Route } from "./+types/route";
import { settingsPath } from "../settings/settings-pages.ts";
import { SecretCard, targetErrors } from "../webhooks/secret-card.tsx";
import { type TargetActionData, TargetForm } from "./target-form.tsx";
import { DeviceButton } from "./device-button.tsx";
import { eventLabels, kindLabels } from "./target-labels.ts";
import { TargetTable } from "./target-table.tsx";
import "./send-to.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Send to", matches);

export async function loader(args: Route.LoaderArgs) {
  const { id, role } = requireTeam(args).account;
  const { db, pushKey } = args.context.get(servicesContext);
  const { quietHours, quietFrom, quietTo, timeZone } = await settingsOf(args.context);
  const isOwner = role === "admin";
  return {
    devices: await listTargets(db, id),
    deviceEvents: roleEvents[role],
    pushKey,
    /** The places of the whole shop; null for others than the owner. */
    targets: isOwner ? await listTargets(db, null) : null,
    adding: isOwner ? kindIn(args.url.searchParams.get("new")) : null,
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
    case "device":
      return addDevice(args, form, by);
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

type ActionBy = Pick<Parameters<typeof createTarget>[1], "actor" | "now">;

async function addDevice({ request, context }: Route.ActionArgs, form: FormData, by: ActionBy) {
  const { db, mode } = context.get(servicesContext);
  const read = subscriptionSchema.safeParse(Object.fromEntries(form));
  if (!read.success) throw data(null, { status: 400 });
  const added = await addTeamDevice(db, {
    ...by,
    subscription: read.data,
    anyService: mode === "sandbox",
    name: deviceName(request.headers.get("user-agent")),
  });
  if (added.ok) return redirect(withNotice(href("/admin/send-to"), "device-added"));
  if (added.error === "forbidden") throw redirect("/");
  const message =
    added.error === "too-many"
      ? `You have ${DEVICES_MAX} devices already, which is the maximum.`
      : `This browser is notified by ${new URL(read.data.endpoint).hostname}, which the shop does not know. If you trust it, an owner can add it under Settings → Notifications.`;
  return data<TargetActionData>({ message }, { status: 409 });
}

async function create({ context }: Route.ActionArgs, form: FormData, by: ActionBy) {
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

/** Where the team is notified, besides mails: on devices, and for the owner at other services. */
export default function SendToPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const { devices, deviceEvents, pushKey, targets, adding } = loaderData;
  const actionData = useStickyActionData(useActionData<TargetActionData>());
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
      <section className="send-to__part" aria-labelledby="devices-title">
        <h2 id="devices-title" className="heading">
          Your devices
        </h2>
        <p className="muted">{deviceEvents.map((event) => eventLabels[event]).join(". ")}.</p>
        <DeviceButton pushKey={pushKey} />
        {devices.length > 0 && (
          <Card className="webhooks">
            <TargetTable label="Your devices" targets={devices} />
          </Card>
        )}
      </section>
      {targets && <Places targets={targets} adding={adding} actionData={actionData} />}
      <Quiet quiet={loaderData.quiet} linked={targets !== null} />
    </>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

interface PlacesProps {
  targets: NonNullable<Loaded["targets"]>;
  adding: Loaded["adding"];
  actionData: TargetActionData | undefined;
}

/** The places of the whole shop, with the form of a new one. */
function Places({ targets, adding, actionData }: PlacesProps) {
  const open = actionData?.added ? null : adding;
  return (
    <section className="send-to__part" aria-labelledby="places-title">
      <h2 id="places-title" className="heading">
        Other services
      </h2>
      <nav className="send-to__kinds" aria-label="Add a service">
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
          <EmptyState title="Nothing is sent to other services yet">
            Choose a service above. Messages name orders and packages, never a buyer.
          </EmptyState>
        ) : (
          <TargetTable label="Other services" targets={targets} />
        )}
      </Card>
    </section>
  );
}

/** The quiet hours, which the owner can change. */
function Quiet({ quiet, linked }: { quiet: Loaded["quiet"]; linked: boolean }) {
  return (
    <p className="muted">
      {quiet
        ? `Between ${quiet.from} and ${quiet.to} (${quiet.timeZone}) messages wait, and come as one at the end. `
        : "No quiet hours are set. "}
      {linked && (
        <Link className="link" to={settingsPath("notifications", "quietHours")}>
          Quiet hours, and when a message counts as unanswered
        </Link>
      )}
    </p>
  );
}
