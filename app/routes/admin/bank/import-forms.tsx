import { Form, href, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatCount } from "#lib/money.ts";
import type { Imported } from "#shop/methods/bank/import-statement.server.ts";
import type { BankActionData } from "./action-data.ts";

/** Uploads a statement. Importing the same file twice changes nothing. */
export function UploadForm({ problem }: { problem: string | null }) {
  const { formData } = useNavigation();
  return (
    <Card title="Import a statement" className="bank__import" line pad>
      <Form
        method="post"
        action={href("/admin/bank")}
        encType="multipart/form-data"
        preventScrollReset
        className="bank__upload"
      >
        <input type="hidden" name="intent" value="import" />
        <Field
          label="File"
          name="file"
          type="file"
          accept=".csv,.txt,.xml,.sta,.mt940,.940,text/csv,application/xml,text/xml"
          error={problem}
          hint="CSV, CAMT or MT940, as exported by your bank. Importing a file twice, or one that overlaps, is safe."
          required
        />
        <div className="bank__send">
          <Checkbox label="Show me again what columns and codes mean" name="choose" value="1" />
          <Button type="submit" variant="primary" busy={formData?.get("intent") === "import"}>
            <Icon name="plus" />
            Import
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** Reports what an import, or recording several lines at once, came to. */
export function ImportOutcome({ actionData }: { actionData: BankActionData | undefined }) {
  if (actionData?.kind === "imported") {
    const { fileName, imported } = actionData;
    return (
      <Notice
        tone={imported.unread.length > 0 ? "pending" : "completed"}
        role="status"
        className="bank__notice"
      >
        <b>{fileName}</b> is imported: {outcomeText(imported)}.
        {imported.unread.length > 0 && (
          <ul>
            {imported.unread.slice(0, UNREAD_SHOWN).map((line) => (
              <li key={line}>{line}.</li>
            ))}
          </ul>
        )}
      </Notice>
    );
  }
  if (actionData?.kind === "left") {
    const { recorded, left } = actionData;
    return (
      <Notice tone="pending" role="alert" className="bank__notice">
        {formatCount(recorded)} recorded. {formatCount(left)} left, because something changed in the
        meantime: please check {left === 1 ? "it" : "them"} again.
      </Notice>
    );
  }
  return null;
}

/** Number of unreadable lines that are named. */
const UNREAD_SHOWN = 20;

function outcomeText({ stored, known, leftOut, unread }: Imported): string {
  const lines = (count: number) => `${formatCount(count)} ${count === 1 ? "line" : "lines"}`;
  const reasons = Object.entries(leftOut);
  const others = reasons.reduce((sum, [, count]) => sum + count, 0);
  const why = reasons.map(
    ([reason, n]) => `${formatCount(n)} ${reason.replace(/^it (is|has) /, "")}`,
  );
  return [
    stored === 0 ? "nothing new" : `${lines(stored)} new`,
    known > 0 && `${lines(known)} already known`,
    others > 0 && `${lines(others)} left out (${why.join(", ")})`,
    unread.length > 0 && `${lines(unread.length)} could not be read`,
  ]
    .filter(Boolean)
    .join(", ");
}
