import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Form } from "react-router";
import { type Answer, answerTo, typedText } from "#app/answer.ts";
import { Textarea } from "#app/ui/field.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { NOTE_MAX } from "#shop/orders/order.ts";
import type { PanelOrder } from "./panel-order.ts";

export interface NoteFormProps {
  order: Pick<PanelOrder, "note" | "version">;
  action: string;
  answer: Answer<unknown> | null;
}

/** What is typed, from which note on, and on which version; null for the current one. */
interface Typing {
  text: string;
  from: string;
  on: number | null;
}

/**
 * Saves the note on the version that was shown when typing began, so that it does not overwrite another
 * administrator's note, although the live panel shows that at once. After the conflict was reported, saving overwrites
 * the current version.
 */
export function NoteForm({ order, action, answer }: NoteFormProps) {
  const given = answerTo(answer, "note");
  const note = typedText(given, "note");
  const field = useRef<HTMLTextAreaElement>(null);
  const [typing, setTyping] = useState<Typing | null>(null);
  const type = (text: string) => {
    const { from = order.note, on = order.version } = typing ?? {};
    setTyping({ from, on, text });
  };
  const typeEarly = useEffectEvent(() => {
    const text = field.current?.value ?? "";
    if (text !== (note ?? order.note)) type(text);
  });
  // The field can be used before the scripts have loaded.
  useEffect(() => typeEarly(), []);
  const [reported, setReported] = useState(given);
  if (reported !== given) {
    setReported(given);
    if (typing && given?.message != null) setTyping({ ...typing, on: null });
  }
  // Saved: the field follows the stored note again.
  if (typing && typing.on !== order.version && typing.text.trim() === order.note) setTyping(null);

  const conflict = given?.message != null && note !== undefined && note !== order.note;
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
          given?.errors.note ??
          (conflict ? `Not saved yet. ${noteNow(order)} Save note replaces it with yours.` : null)
        }
        ref={field}
        // Follows the stored note until somebody types.
        key={typing?.from ?? order.note}
        defaultValue={note ?? order.note}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <div>
        <SubmitButton intent="note" size="sm">
          Save note
        </SubmitButton>
      </div>
    </Form>
  );
}

function noteNow({ note }: NoteFormProps["order"]): string {
  return note ? `The note is now: “${note}”.` : "The note is now empty.";
}
