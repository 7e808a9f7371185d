import { useState } from "react";
import { Form, href, useLocation } from "react-router";
import { Dot, type Tone } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type Column, Table, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import {
  FAILING_AFTER,
  type ListedTarget,
  notificationEvents,
} from "#shop/notifications/notification.ts";
import { eventLabels, kindLabels } from "./target-labels.ts";

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
        <Form method="post" action={href("/admin/send-to")} preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="intent" value="test" />
          <SubmitButton
            intent="test"
            size="sm"
            aria-label={`Send a test to ${kindLabels[kind]}, ${name}`}
          >
            Send a test
          </SubmitButton>
        </Form>
        <RemoveTarget id={id} name={`${kindLabels[kind]}, ${name}`} />
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

/** Confirms in a dialog; without JavaScript the form is submitted at once. */
function RemoveTarget({ id, name }: { id: number; name: string }) {
  // A response has a new location key, which closes the dialog.
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const action = href("/admin/send-to");
  const label = `Remove ${name}`;
  return (
    <>
      <Button
        variant="danger-quiet"
        size="sm"
        className="needs-script"
        aria-label={label}
        onClick={() => setOpenedAt(key)}
      >
        Remove
      </Button>
      <noscript>
        <Form method="post" action={action}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="intent" value="remove" />
          <SubmitButton intent="remove" size="sm" variant="danger-quiet" aria-label={label}>
            Remove
          </SubmitButton>
        </Form>
      </noscript>
      <ConfirmDialog
        title={`${label}?`}
        question="Nothing more is sent there, including what waits."
        confirm="Remove"
        decline="Keep"
        action={action}
        intent="remove"
        values={{ id: String(id) }}
        open={openedAt === key}
        onDecline={() => setOpenedAt(null)}
      />
    </>
  );
}
