import { useState } from "react";
import { Form, href, useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type Column, Table, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import { addMs } from "#lib/time.ts";
import type { GiftBatch } from "#shop/gift-codes/gift-code.ts";

/** A batch with whether its codes still work. */
export type ListedBatch = GiftBatch & { open: boolean };

/** Lists the codes that were issued together, with how many were redeemed. */
export function BatchTable({ batches }: { batches: readonly ListedBatch[] }) {
  return <Table label="Gift codes" rows={batches} keyOf={({ id }) => id} columns={columns} />;
}

const columns: Column<ListedBatch>[] = [
  {
    head: "Codes",
    phone: "top",
    cell: ({ count, valueCents, note }) => (
      <TwoLines under={note}>
        {formatCount(count)} × {formatUsd(valueCents)}
      </TwoLines>
    ),
  },
  {
    head: "Redeemed",
    phone: "middle",
    cell: ({ redeemed, count }) => (
      <>
        {formatCount(redeemed)} of {formatCount(count)}
        <span className="gift-codes__unit"> redeemed</span>
      </>
    ),
  },
  {
    head: "Good until",
    phone: "middle-end",
    cell: ({ endsAt, withdrawnAt }) => {
      if (withdrawnAt)
        return (
          <>
            Withdrawn <Time value={withdrawnAt} format="date" />
          </>
        );
      if (!endsAt) return "No end";
      // The last moment of the last day.
      return (
        <>
          <span className="gift-codes__unit">Until </span>
          <Time value={addMs(endsAt, -1)} format="date" />
        </>
      );
    },
  },
  {
    head: "Issued",
    muted: true,
    phone: "bottom",
    cell: ({ createdAt, createdBy }) => (
      <TwoLines under={createdBy}>
        <Time value={createdAt} format="date" />
      </TwoLines>
    ),
  },
  {
    head: "Actions",
    headHidden: true,
    end: true,
    phone: "top-end",
    cell: (batch) => batch.open && <Withdraw {...batch} />,
  },
];

/** Confirms in a dialog; without JavaScript the form is submitted at once. */
function Withdraw({ id, count, redeemed, valueCents }: ListedBatch) {
  // A response has a new location key, which closes the dialog.
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const action = href("/admin/promotions/gift-codes");
  const name = `${formatCount(count)} × ${formatUsd(valueCents)}`;
  const label = `Withdraw the codes ${name}`;
  return (
    <>
      <Button
        variant="danger-quiet"
        size="sm"
        className="needs-script"
        aria-label={label}
        onClick={() => setOpenedAt(key)}
      >
        Withdraw
      </Button>
      <noscript>
        <Form method="post" action={action}>
          <input type="hidden" name="intent" value="withdraw" />
          <input type="hidden" name="id" value={id} />
          <SubmitButton intent="withdraw" size="sm" variant="danger-quiet" aria-label={label}>
            Withdraw
          </SubmitButton>
        </Form>
      </noscript>
      <ConfirmDialog
        title={`Withdraw ${formatCount(count - redeemed)} of the codes ${name}?`}
        question="Those that were not redeemed stop working at once. This cannot be undone."
        confirm="Withdraw"
        decline="Cancel"
        action={action}
        intent="withdraw"
        values={{ id: String(id) }}
        open={openedAt === key}
        onDecline={() => setOpenedAt(null)}
      />
    </>
  );
}
