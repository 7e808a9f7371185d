import { data, href, Link } from "react-router";
import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import { act, atField, type Given, leadTo, officeAction } from "#app/office/acts.server.ts";
import type { Answer } from "#app/answer.ts";
import { useAnswer } from "#app/office/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { EditForm } from "#app/office/edit-form.tsx";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
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
  eventLabels,
  roleEvents,
  type TargetKind,
  targetKinds,
  TARGETS_MAX,
} from "#shop/notifications/notification.ts";
import { parseTargetForm, targetFields } from "#shop/notifications/target-fields.ts";
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
import { DeviceButton } from "./device-button.tsx";
import { kindLabels } from "./target-labels.ts";
import { TargetTable } from "./target-table.tsx";
import "../webhooks/webhooks.css";
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

/** What is shown once a place was added: its name, and the secret that signs the messages to a URL. */
interface Added {
  name: string;
  secret: string | null;
}

const sendToPath = href("/admin/send-to");
const gone = { "not-found": "It was removed in the meantime." };

/** Adds a place of this kind. */
const add = (kind: TargetKind) =>
  act({
    fields: targetFields[kind],
    read: (form) => parseTargetForm(kind, form),
    run: ({ services: { db, webhookTargets: policy }, who }, values) =>
      createTarget(db, { ...who, values, policy }),
    done: ({ secret }) => ({ shown: { name: kindLabels[kind], secret } }),
    refused: {
      ...atField(kind === "telegram" || kind === "ntfy" ? "server" : "url", targetErrors),
      "too-many": `There are already ${TARGETS_MAX} places, which is the maximum.`,
    },
  });

export const action = officeAction<Added>({
  telegram: add("telegram"),
  discord: add("discord"),
  ntfy: add("ntfy"),
  url: add("url"),
  device: act({
    run: ({ services: { db, mode }, who, form, request }) =>
      addTeamDevice(db, {
        ...who,
        subscription: subscriptionIn(form),
        anyService: mode === "sandbox",
        name: deviceName(request.headers.get("user-agent")),
      }),
    done: () => leadTo(sendToPath, "device-added"),
    refused: {
      "too-many": `You have ${DEVICES_MAX} devices already, which is the maximum.`,
      "unknown-service": ({ form }) =>
        `This browser is notified by ${new URL(subscriptionIn(form).endpoint).hostname}, which the shop does not know. If you trust it, an owner can add it under Settings → Notifications.`,
    },
  }),
  test: act({
    run: (given) => testTarget(given.services.db, targetIn(given)),
    done: () => leadTo(sendToPath, "target-tested"),
    refused: gone,
  }),
  remove: act({
    run: (given) => deleteTarget(given.services.db, targetIn(given)),
    done: () => leadTo(sendToPath, "target-removed"),
    refused: gone,
  }),
});

function subscriptionIn(form: FormData) {
  const read = subscriptionSchema.safeParse(Object.fromEntries(form));
  if (!read.success) throw data(null, { status: 400 });
  return read.data;
}

function targetIn({ form, who }: Given) {
  return { ...who, id: Number(textOf(form, "id")) || 0 };
}

function kindIn(text: string | null): TargetKind | null {
  return targetKinds.find((kind) => kind === text) ?? null;
}

/** Where the team is notified, besides mails: on devices, and for the owner at other services. */
export default function SendToPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const { devices, deviceEvents, pushKey, targets, adding } = loaderData;
  const answer = useAnswer<typeof action>();
  const added = answer?.shown;
  return (
    <>
      <PageHead title="Send to">Notifications where you are, besides emails</PageHead>
      <AnswerNotice answer={answer} />
      {added && (
        <Notice tone="completed" role="status" className="webhook-notice">
          {added.name} is added. Send a test to see that it arrives.
        </Notice>
      )}
      {added?.secret && <SecretCard secret={added.secret} />}
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
      {targets && <Places targets={targets} adding={added ? null : adding} answer={answer} />}
      <Quiet quiet={loaderData.quiet} linked={targets !== null} />
    </>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

interface PlacesProps {
  targets: NonNullable<Loaded["targets"]>;
  adding: Loaded["adding"];
  answer: Answer<unknown> | null;
}

/** The places of the whole shop, with the form of a new one. */
function Places({ targets, adding, answer }: PlacesProps) {
  return (
    <section className="send-to__part" aria-labelledby="places-title">
      <h2 id="places-title" className="heading">
        Other services
      </h2>
      <nav className="send-to__kinds" aria-label="Add a service">
        {targetKinds.map((kind) => (
          <ButtonLink
            key={kind}
            to={`${sendToPath}?new=${kind}`}
            aria-current={adding === kind ? "true" : undefined}
            preventScrollReset
          >
            {kindLabels[kind]}
          </ButtonLink>
        ))}
      </nav>
      {adding && (
        <EditForm
          key={adding}
          title={`Send to ${adding === "url" ? "a URL" : kindLabels[adding]}`}
          intent={adding}
          fields={targetFields[adding]}
          read={(form) => parseTargetForm(adding, form)}
          answer={answer}
          submit="Add"
          action={`${sendToPath}?new=${adding}`}
          cancelTo={sendToPath}
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
