import { Form, href } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Textarea } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { WorkListOrder } from "#shop/delivery/work-list.ts";
import { type Problem, problemText } from "./deliver-result.ts";
import { initialText, type TextForm, textForms } from "./text-forms.ts";

/** Why a change was refused. A question can be confirmed here without JavaScript, too. */
export function ProblemForm({
  problem,
  orders,
}: {
  problem: Problem;
  orders: readonly WorkListOrder[];
}) {
  const { id, kind, version } = problem;
  const asks = kind === "taken" || kind === "under-way" || kind === "in-doubt";
  const taken = orders.find((order) => order.id === id)?.taken;
  return (
    <Notice tone={asks ? "pending" : "rejected"} role="alert" className="work__problem">
      {problemText(problem, taken)}
      {asks && (
        <Form method="post" action={href("/admin/deliver")} className="work__ask">
          <input type="hidden" name="intent" value="complete" />
          <input type="hidden" name="confirmed" value="yes" />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="version" value={version} />
          <Button type="submit" size="sm">
            Complete it anyway
          </Button>
        </Form>
      )}
    </Notice>
  );
}

interface PlainFormProps {
  order: WorkListOrder;
  what: TextForm;
  /** The ready question, with its placeholders. */
  ready: string;
}

/** Rejects an order, edits its note or asks its buyer in the page, without JavaScript. */
export function PlainForm({ order, what, ready }: PlainFormProps) {
  const { title, question, field, confirm } = textForms[what];
  return (
    <noscript>
      <Form method="post" action={href("/admin/deliver")} className="card work__plain">
        <input type="hidden" name="intent" value={what} />
        <input type="hidden" name="id" value={order.id} />
        <input type="hidden" name="version" value={order.version} />
        <h2>{title(order.id)}</h2>
        <p>{question}</p>
        <Textarea {...field} defaultValue={initialText(what, order, ready)} />
        <div className="row">
          <Button type="submit">{confirm}</Button>
          <ButtonLink to={href("/admin/deliver")}>Cancel</ButtonLink>
        </div>
      </Form>
    </noscript>
  );
}
