import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { useStickyActionData } from "#app/live.ts";
import { copyWithToast } from "#app/ui/copy-button.tsx";
import { notify } from "#app/ui/toaster.tsx";
import { textOf } from "#lib/form.ts";
import { isUnderWay } from "#shop/delivery/delivery.ts";
import { UNDO_MS } from "#shop/orders/order.ts";
import { isMoneyWarning, type WorkListOrder } from "#shop/delivery/work-list.ts";
import {
  type DeliverResult,
  type Done,
  doneText,
  type Problem,
  problemText,
} from "./deliver-result.ts";
import { useSubmissions } from "./submission.tsx";
import { type TextForm, textForms } from "./text-forms.ts";
import { useCurrentRow } from "./use-current-row.ts";
import { useRelease } from "./use-release.ts";
import { useWorkKeys } from "./use-work-keys.ts";

export interface OpenDialog {
  kind: TextForm | "complete";
  /** The order as it was when the dialog opened. */
  order: WorkListOrder;
  /** The version that is submitted: the current one once a conflict was shown. */
  version: number;
  problem: Problem | null;
  sending: boolean;
}

/** The work list as it is shown, and what can be done with its orders. */
export interface Work {
  /** Without the orders that were just completed or rejected here. */
  rows: WorkListOrder[];
  currentId: string | null;
  /** The last change, while it can be undone. */
  recent: Done | null;
  /** Why a form without JavaScript was refused. */
  problem: Problem | null;
  dialog: OpenDialog | null;
  dialogForm: { onSubmit: (event: SubmitEvent<HTMLFormElement>) => void };
  /** To be rendered. */
  submissions: ReactNode;
  copy: (order: WorkListOrder, what: "username" | "UID") => void;
  complete: (order: WorkListOrder) => void;
  ask: (kind: TextForm, order: WorkListOrder) => void;
  closeDialog: () => void;
  /** Has the delivery adapter try an order again. */
  again: (id: string) => void;
  /** The panel of an order is being opened. */
  open: (order: WorkListOrder) => void;
  undo: () => void;
}

/** Holds the state of the work list: changes are shown at once, and taken back if they are refused. */
export function useWork(
  { orders, userId }: { orders: readonly WorkListOrder[]; userId: string },
  region: RefObject<HTMLElement | null>,
): Work {
  // Without JavaScript the result of a form comes with the page.
  const [plain] = useState(useStickyActionData<DeliverResult>());
  /** The versions at which orders left the list here; one that comes back has a newer version. */
  const [left, setLeft] = useState<ReadonlyMap<string, number>>(new Map());
  const { submissions, send } = useSubmissions();
  const [undoable, setUndoable] = useState<Done[]>(() =>
    plain && "done" in plain ? [plain.done] : [],
  );
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  /** The newest completion under way, shown as done, and one that is undone as soon as it is made. */
  const [underWay, setUnderWay] = useState<Done | null>(null);
  const undoNext = useRef<string | null>(null);
  const release = useRelease();

  const rows = orders.filter(({ id, version }) => left.get(id) !== version);
  const { currentId, moveTo, moveOn, want } = useCurrentRow(
    rows.map(({ id }) => id),
    region,
    dialog !== null,
  );
  const current = rows.find(({ id }) => id === currentId);

  const leave = (id: string, version: number | null) =>
    setLeft((all) => {
      const next = new Map(all);
      if (version === null) next.delete(id);
      else next.set(id, version);
      return next;
    });
  const forget = (done: Done) => setUndoable((all) => all.filter((each) => each !== done));
  const offerUndo = (done: Done) => {
    setUndoable((all) => [...all, done]);
    setTimeout(() => forget(done), UNDO_MS);
  };
  const formOf = (intent: string, { id }: { id: string }, version: number) => ({
    intent,
    id,
    version: String(version),
  });

  const take = (order: WorkListOrder) => {
    release.noteTaken();
    const corrections = String(order.corrections.length);
    send({ intent: "take", id: order.id, corrections }, (result) => {
      if (result && "problem" in result) notify.error(problemText(result.problem, order.taken));
    });
  };
  const openDialog = (
    kind: OpenDialog["kind"],
    order: WorkListOrder,
    problem: Problem | null = null,
  ) => {
    const version = problem?.version ?? order.version;
    setDialog({ kind, order, version, problem, sending: false });
  };
  const undoOf = (done: Done) => {
    forget(done);
    send(formOf("undo", done, done.version), (result) => {
      if (result && "problem" in result) return notify.error(problemText(result.problem));
      want(done.id);
      leave(done.id, null);
      if (result) notify.success(doneText(result.done));
    });
  };

  const complete = (order: WorkListOrder, confirmed: { version: number } | null) => {
    const isOthers = order.taken !== null && order.taken.userId !== userId;
    const asks = isOthers || isUnderWay(order.delivery) || order.warnings.some(isMoneyWarning);
    if (!confirmed && asks) return openDialog("complete", order);
    const values = formOf("complete", order, confirmed?.version ?? order.version);
    leave(order.id, order.version);
    moveOn(order.id);
    const { id, tiktokUsername } = order;
    setUnderWay({ kind: "completed", id, tiktokUsername, version: order.version });
    send(confirmed ? { ...values, confirmed: "yes" } : values, (result) => {
      const isUndone = undoNext.current === order.id;
      setUnderWay((newest) => (newest?.id === order.id ? null : newest));
      if (isUndone) undoNext.current = null;
      if (result && "done" in result)
        return isUndone ? undoOf(result.done) : offerUndo(result.done);
      leave(order.id, null);
      if (!result || isUndone) return;
      const { problem } = result;
      if (["taken", "under-way", "in-doubt"].includes(problem.kind))
        openDialog("complete", order, problem);
      else notify.error(problemText(problem));
    });
  };

  const sendDialog = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!dialog || dialog.sending) return;
    const { kind, order, version } = dialog;
    if (kind === "complete") {
      setDialog(null);
      return complete(order, { version });
    }
    const form = new FormData(event.currentTarget);
    const { name: field } = textForms[kind].field;
    setDialog({ ...dialog, problem: null, sending: true });
    send({ ...formOf(kind, order, version), [field]: textOf(form, field) }, (result) => {
      if (result && "problem" in result) {
        const { problem } = result;
        setDialog({ ...dialog, problem, version: problem.version, sending: false });
        return;
      }
      setDialog(null);
      if (!result) return;
      if (kind !== "reject") return notify.success(doneText(result.done));
      leave(order.id, order.version);
      offerUndo(result.done);
    });
  };

  const undo = () => {
    const last = undoable.at(-1);
    if (!underWay) {
      if (last) undoOf(last);
      return;
    }
    undoNext.current = underWay.id;
    setUnderWay(null);
  };
  const copy: Work["copy"] = (order, what) => {
    const text = what === "UID" ? order.tiktokUid : order.tiktokUsername;
    if (!text) return notify.error(`Order ${order.id} has no UID`);
    void copyWithToast(text, what === "UID" ? "UID copied" : "Username copied");
    take(order);
  };
  const again = (id: string) =>
    send({ intent: "again", id }, (result) => {
      if (!result) return;
      if ("problem" in result) notify.error(problemText(result.problem));
      else notify.success(doneText(result.done));
    });
  const ask = (kind: TextForm, order: WorkListOrder) => {
    take(order);
    openDialog(kind, order);
  };
  useWorkKeys(region, {
    move: moveTo,
    copy: (what) => current && copy(current, what),
    complete: () => current && complete(current, null),
    ask: (kind) => current && ask(kind, current),
    undo,
  });
  // The change that came with the page can be undone for as long as any other.
  useEffect(() => {
    if (!plain || !("done" in plain)) return undefined;
    const timer = setTimeout(() => forget(plain.done), UNDO_MS);
    return () => clearTimeout(timer);
  }, [plain]);

  return {
    rows,
    currentId,
    recent: underWay ?? undoable.at(-1) ?? null,
    problem: plain && "problem" in plain ? plain.problem : null,
    dialog,
    dialogForm: { onSubmit: sendDialog },
    submissions,
    copy,
    complete: (order) => complete(order, null),
    ask,
    again,
    closeDialog: () => setDialog(null),
    open: (order) => {
      release.keep();
      take(order);
    },
    undo,
  };
}
