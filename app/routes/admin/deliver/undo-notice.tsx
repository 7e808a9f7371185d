import { Form, href } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type Done, doneText } from "./deliver-result.ts";

export interface UndoNoticeProps {
  /** The last change, while it can be undone or was just undone. */
  recent: Done | null;
  onUndo: () => void;
}

/** Says what was done, and offers to undo it. Stays in the page, so that screen readers announce its changes. */
export function UndoNotice({ recent, onUndo }: UndoNoticeProps) {
  const isUndoable = recent?.kind === "completed" || recent?.kind === "rejected";
  return (
    <div className="work__undo" role="status">
      {recent && (
        <Form
          method="post"
          action={href("/admin/deliver")}
          className="work__undo-box"
          onSubmit={(event) => {
            event.preventDefault();
            onUndo();
          }}
        >
          <input type="hidden" name="intent" value="undo" />
          <input type="hidden" name="id" value={recent.id} />
          <input type="hidden" name="version" value={recent.version} />
          <Icon name={isUndoable ? "check" : "info"} />
          <span>{doneText(recent)}</span>
          {isUndoable && (
            <Button type="submit" size="sm" variant="on-deep">
              Undo
            </Button>
          )}
        </Form>
      )}
    </div>
  );
}
