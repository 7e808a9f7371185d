import { href } from "react-router";
import { ConfirmAct } from "#app/office/confirm-act.tsx";
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

function Withdraw({ id, count, redeemed, valueCents }: ListedBatch) {
  const name = `${formatCount(count)} × ${formatUsd(valueCents)}`;
  return (
    <ConfirmAct
      size="sm"
      name={`Withdraw the codes ${name}`}
      title={`Withdraw ${formatCount(count - redeemed)} of the codes ${name}?`}
      question="Those that were not redeemed stop working at once. This cannot be undone."
      confirm="Withdraw"
      action={href("/admin/promotions/gift-codes")}
      intent="withdraw"
      values={{ id: String(id) }}
    >
      Withdraw
    </ConfirmAct>
  );
}
