import { href } from "react-router";
import { ActButton } from "#app/office/act-button.tsx";
import { ConfirmAct } from "#app/office/confirm-act.tsx";
import { Dot, type Tone } from "#app/ui/badge.tsx";
import { type Column, Table, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import {
  eventLabels,
  FAILING_AFTER,
  type ListedTarget,
  notificationEvents,
} from "#shop/notifications/notification.ts";
import { kindLabels } from "./target-labels.ts";

/** Places or devices, with a test and the removal of each. */
export function TargetTable({
  label,
  targets,
}: {
  label: string;
  targets: readonly ListedTarget[];
}) {
  const shown = targets.some(({ kind }) => kind === "push")
    ? columns.filter(({ head }) => head !== "Events")
    : columns;
  return <Table label={label} rows={targets} keyOf={({ id }) => id} columns={shown} />;
}

const columns: Column<ListedTarget>[] = [
  {
    head: "Where",
    phone: "top",
    cell: ({ kind, name }) => <TwoLines under={name}>{kindLabels[kind]}</TwoLines>,
  },
  {
    head: "State",
    phone: "middle",
    cell: (target) => <TargetState {...target} />,
  },
  {
    head: "Events",
    wideOnly: true,
    muted: true,
    phone: "hidden",
    cell: ({ events }) =>
      events.length === notificationEvents.length
        ? "All events"
        : notificationEvents
            .filter((event) => events.includes(event))
            .map((event) => eventLabels[event])
            .join(", "),
  },
  {
    head: "What to do",
    headHidden: true,
    end: true,
    phone: "bottom-end",
    cell: ({ id, kind, name }) => (
      <div className="row send-to__actions">
        <ActButton
          size="sm"
          name={`Send a test to ${kindLabels[kind]}, ${name}`}
          action={href("/admin/send-to")}
          intent="test"
          values={{ id: String(id) }}
        >
          Send a test
        </ActButton>
        <ConfirmAct
          size="sm"
          name={`Remove ${kindLabels[kind]}, ${name}`}
          title={`Remove ${kindLabels[kind]}, ${name}?`}
          question="Nothing more is sent there, including what waits."
          confirm="Remove"
          decline="Keep"
          action={href("/admin/send-to")}
          intent="remove"
          values={{ id: String(id) }}
        >
          Remove
        </ConfirmAct>
      </div>
    ),
  },
];

function TargetState(target: ListedTarget) {
  const { failures, lastError, lastSentAt, waiting } = target;
  const tone: Tone | undefined =
    failures >= FAILING_AFTER
      ? "rejected"
      : failures > 0
        ? "pending"
        : lastSentAt
          ? "completed"
          : undefined;
  const held = waiting > 0 ? `${waiting} waiting` : null;
  return (
    <span className="webhook-state send-to__state">
      <Dot tone={tone} />
      <TwoLines under={lastError ?? held}>
        {failures > 0 ? (
          "Failing: tried again for a day"
        ) : lastSentAt ? (
          <>
            Sent <Time value={lastSentAt} />
          </>
        ) : (
          "Nothing sent yet"
        )}
      </TwoLines>
    </span>
  );
}
