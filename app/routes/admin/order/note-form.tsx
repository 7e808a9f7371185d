import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Textarea } from "#app/ui/field.tsx";
import { NOTE_MAX } from "#shop/orders/order.ts";
import type { OrderActionData, PanelOrder } from "./panel-order.ts";

export interface NoteFormProps {
  order: Pick<PanelOrder, "note" | "version">;
  action: string;
  actionData: OrderActionData | undefined;
}

/**
 * Saves the note on the version that was shown when typing began, so that it does not overwrite another
 * administrator's note, although the live panel shows that at once. After the conflict was reported, saving overwrites
 * the current version.
 */
export function NoteForm({ order, action, actionData }: NoteFormProps) {
  const { formData } = useNavigation();
  const [typing, setTyping] = useState<{ text: string; on: number | null } | null>(null);
  const [reported, setReported] = useState(actionData);
  if (reported !== actionData) {
    setReported(actionData);
    if (typing && actionData?.stale) setTyping({ ...typing, on: null });
  }
  // Saved: the field follows the stored note again.
  if (typing && typing.on !== order.version && typing.text.trim() === order.note) setTyping(null);

  const text = typing?.text ?? actionData?.note ?? order.note;
  const conflict =
    actionData?.stale && actionData.note !== undefined && actionData.note !== order.note;
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
        hint="Only your team sees it."
        error={
          actionData?.error ??
          (conflict ? `Not saved yet. ${noteNow(order)} Save note replaces it with yours.` : null)
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

function noteNow({ note }: NoteFormProps["order"]): string {
  return note ? `The note is now: “${note}”.` : "The note is now empty.";
}
