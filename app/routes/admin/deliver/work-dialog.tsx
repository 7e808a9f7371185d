import { href } from "react-router";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { Textarea } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { isMoneyWarning, type WorkListOrder } from "#shop/delivery/work-list.ts";
import { problemText, takenText } from "./deliver-result.ts";
import { underWayText } from "./delivery-badge.tsx";
import { initialText, textForms } from "./text-forms.ts";
import type { OpenDialog, Work } from "./use-work.tsx";
import { warningText } from "./warning-badges.tsx";

/**
 * The open dialog. Live updates do not close it or clear what was typed: it says that the order has changed, and
 * submitting again applies to the order as it is then.
 */
export function WorkDialog({
  work,
  orders,
  question: ready,
}: {
  work: Work;
  orders: readonly WorkListOrder[];
  /** The ready question, with its placeholders. */
  question: string;
}) {
  const { dialog } = work;
  if (!dialog) return null;
  const { kind, order, problem } = dialog;
  const now = orders.find(({ id }) => id === order.id);
  const common = {
    open: true,
    action: href("/admin/deliver"),
    decline: "Cancel",
    onDecline: work.closeDialog,
    form: work.dialogForm,
  };
  const changed = changeText(dialog, now);
  const notice = (problem ?? changed) && (
    <Notice tone="pending" role="alert">
      {problem ? problemText(problem) : changed}
    </Notice>
  );
  if (kind === "complete")
    return (
      <ConfirmDialog
        key={`complete ${order.id}`}
        {...common}
        title={`Mark order ${order.id} as completed?`}
        question={questionText(now ?? order)}
        intent="complete"
        confirm="Mark as completed"
      >
        {notice}
      </ConfirmDialog>
    );
  const { title, question, field, confirm } = textForms[kind];
  return (
    <ConfirmDialog
      key={`${kind} ${order.id}`}
      {...common}
      title={title(order.id)}
      question={
        kind === "reject"
          ? [question, underWayText(order.delivery)].filter(Boolean).join(" ")
          : question
      }
      intent={kind}
      confirm={confirm}
      tone={kind === "reject" ? "danger" : "primary"}
    >
      {notice}
      <Textarea {...field} defaultValue={initialText(kind, order, ready)} />
    </ConfirmDialog>
  );
}

/** Returns what happened to the order since the dialog opened; null for nothing. */
function changeText({ order }: OpenDialog, now: WorkListOrder | undefined): string | null {
  if (!now) return "Meanwhile this order was completed, rejected or deleted by somebody else.";
  return now.version === order.version
    ? null
    : "Meanwhile this order was changed by somebody else.";
}

function questionText(order: WorkListOrder): string {
  const doubts = order.warnings
    .filter(isMoneyWarning)
    .map((warning) => `${warningText(warning, order)}.`);
  const { taken, delivery } = order;
  return [...(taken ? [`Taken by ${takenText(taken)}.`] : []), underWayText(delivery), ...doubts]
    .filter(Boolean)
    .join(" ");
}
