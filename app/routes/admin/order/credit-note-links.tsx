import { creditNotePath } from "#app/routes/shop/shared/order-paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { formatUsd } from "#lib/money.ts";
import type { NoteLink } from "#shop/orders/order.ts";

/** Links to the credit notes of an order and their corrections, as files. */
export function CreditNoteLinks({
  orderId,
  notes,
}: {
  orderId: string;
  notes: readonly NoteLink[];
}) {
  if (notes.length === 0) return null;
  return (
    <div className="panel__refunds">
      {notes.map(({ number, grossCents }) => (
        <ButtonLink key={number} to={creditNotePath(orderId, number)} size="sm" reloadDocument>
          <Icon name="download" size="sm" />
          {grossCents > 0 ? "Correction" : "Credit note"} {number}, {formatUsd(grossCents)}
        </ButtonLink>
      ))}
    </div>
  );
}
