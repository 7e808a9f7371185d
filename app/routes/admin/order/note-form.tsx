import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Textarea } from "#app/ui/field.tsx";
import { NOTE_MAX } from "#shop/orders/order.ts";
import type { OrderAnswer } from "./route.tsx";
import type { PanelOrder } from "./order-drawer.tsx";

export interface NoteFormProps {
  order: PanelOrder;
  action: string;
  answer: OrderAnswer | undefined;
}

/**
 * The note is saved on the version that was there when typing began, so that what somebody else writes
 * meanwhile is not lost, although the panel shows it at once. After a refusal that says so, what is typed
 * goes onto whatever is there.
 */
export function NoteForm({ order, action, answer }: NoteFormProps) {
  const { formData } = useNavigation();
  const [typing, setTyping] = useState<{ text: string; on: number | null } | null>(null);
  const [answered, setAnswered] = useState(answer);
  if (answered !== answer) {
    setAnswered(answer);
    if (typing && answer?.stale) setTyping({ ...typing, on: null });
  }
  // Saved: from now on the field shows what anybody saves.
  if (typing && typing.on !== order.version && typing.text.trim() === order.note) setTyping(null);

  const text = typing?.text ?? answer?.note ?? order.note;
  const conflict = answer?.stale && answer.note !== undefined && answer.note !== order.note;
  return (
    <Form method="post" action={action} replace preventScrollReset className="panel__note">
      <input type="hidden" name="intent" value="note" />
      <input type="hidden" name="version" value={typing?.on ?? order.version} />
      <Textarea
        label="Internal note"
        labelHidden
        name="note"
        rows={3}
        maxLength={NOTE_MAX}
        hint="Only administrators see it."
        error={
          answer?.error ??
          (conflict ? `Not saved yet. ${noteNow(order)} Save note puts yours in its place.` : null)
        }
        value={text}
        onChange={(event) =>
          setTyping({ text: event.currentTarget.value, on: typing?.on ?? order.version })
        }
      />
      <div>
        <Button type="submit" size="sm" busy={formData?.get("intent") === "note"}>
          Save note
        </Button>
      </div>
    </Form>
  );
}

function noteNow({ note }: PanelOrder): string {
  return note ? `The note is now: “${note}”.` : "The note is empty now.";
}
