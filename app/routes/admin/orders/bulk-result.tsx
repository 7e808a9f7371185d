import { useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type OrderStatus, UNDO_MS } from "#shop/orders/order.ts";
import type { BulkChange } from "#shop/orders/order-changes.server.ts";
import { statusLabels } from "./order-labels.ts";

export type BulkResult =
  | ({ kind: "status"; status: OrderStatus } & BulkChange)
  | { kind: "undone"; undone: number; kept: number }
  | { kind: "deleted"; deleted: number; missing: number };

/** Reports how many orders changed, and why others did not; a change of status can be undone for a while. */
export function BulkResultNotice({ done, action }: { done: BulkResult; action: string }) {
  const { formData } = useNavigation();
  const [expired, setExpired] = useState<BulkResult | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setExpired(done), UNDO_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const isUndoable = done.kind === "status" && done.changed.length > 0 && expired !== done;
  const sentences = sentencesOf(done);
  return (
    <Notice
      tone={sentences.changed ? "completed" : "neutral"}
      role="status"
      className="orders__done"
    >
      {sentences.texts.join(" ")}
      {isUndoable && (
        <Form method="post" action={action} replace preventScrollReset className="orders__undo">
          <input type="hidden" name="intent" value="bulk-undo" />
          {done.changed.map(({ id, version }) => (
            <input key={id} type="hidden" name="changed" value={`${id}:${version}`} />
          ))}
          <Button type="submit" size="sm" busy={formData?.get("intent") === "bulk-undo"}>
            Undo
          </Button>
        </Form>
      )}
    </Notice>
  );
}

function sentencesOf(done: BulkResult): { changed: boolean; texts: string[] } {
  const { changed, texts } = textsOf(done);
  const shown = texts.filter((text) => typeof text === "string");
  return { changed, texts: shown.length > 0 ? shown : ["No order was selected."] };
}

function textsOf(done: BulkResult): { changed: boolean; texts: (string | false)[] } {
  switch (done.kind) {
    case "status": {
      const { unchanged, missing } = done;
      const changed = done.changed.length;
      const status = statusLabels[done.status];
      return {
        changed: changed > 0,
        texts: [
          changed > 0 && `${countOrders(changed)} set to ${status}.`,
          unchanged > 0 && `${countOrders(unchanged)} ${wasOrWere(unchanged)} ${status} already.`,
          goneText(missing),
        ],
      };
    }
    case "undone": {
      const { undone, kept } = done;
      return {
        changed: undone > 0,
        texts: [
          undone > 0 && `Undone: ${countOrders(undone)}.`,
          kept > 0 && `Too late for ${countOrders(kept)}: changed again, or the email is sent.`,
        ],
      };
    }
    case "deleted": {
      const { deleted, missing } = done;
      return {
        changed: deleted > 0,
        texts: [deleted > 0 && `${countOrders(deleted)} deleted.`, goneText(missing)],
      };
    }
  }
}

function goneText(missing: number): string | false {
  return (
    missing > 0 &&
    `${countOrders(missing)} ${missing === 1 ? "has" : "have"} been deleted in the meantime.`
  );
}

function wasOrWere(count: number): string {
  return count === 1 ? "was" : "were";
}

export function countOrders(count: number): string {
  return count === 1 ? "1 order" : `${count} orders`;
}
