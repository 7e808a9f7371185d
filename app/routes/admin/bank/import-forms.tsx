import { Form, href, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field, Select } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatCount } from "#lib/money.ts";
import type { ColumnRole } from "#shop/methods/bank/csv-layout.ts";
import type { Imported } from "#shop/methods/bank/import-statement.server.ts";
import type { BankActionData, UnknownColumns } from "./import-file.server.ts";

const roles: readonly { role: ColumnRole; label: string; hint?: string }[] = [
  { role: "date", label: "Date" },
  { role: "amount", label: "Amount", hint: "If one column has money in and out." },
  { role: "credit", label: "Money in", hint: "If it has a column of its own." },
  { role: "debit", label: "Money out", hint: "If it has a column of its own." },
  { role: "direction", label: "In or out", hint: "A word or letter such as Credit or H." },
  { role: "currency", label: "Currency" },
  { role: "state", label: "Status", hint: "Booked or pending, if the file says so." },
  { role: "payer", label: "Payer" },
  { role: "reference", label: "Bank's own ID", hint: "Unique for each line." },
];

/** Confirms the columns of a table, with a preview. They are stored for files with the same headings. */
export function ColumnsForm({ columns }: { columns: UnknownColumns }) {
  const { fileName, text, heads, sample, chosen, problem, preview, previewed } = columns;
  const { formData } = useNavigation();
  return (
    <Card title={`The columns of ${fileName}`} className="bank__import" line pad>
      <Form
        method="post"
        action={href("/admin/bank")}
        encType="multipart/form-data"
        preventScrollReset
        className="bank__columns"
      >
        <input type="hidden" name="intent" value="columns" />
        <input type="hidden" name="fileName" value={fileName} />
        <input key={previewed} type="hidden" name="previewed" value={previewed} />
        <textarea name="text" defaultValue={text} hidden readOnly />
        <p className="bank__why">
          Please confirm once what each column means. Files with these headings are then imported
          without a question. Order IDs are looked for in all other columns.
        </p>
        {problem && (
          <Notice tone="pending" role="alert">
            {problem}
          </Notice>
        )}
        <div className="bank__fields">
          {roles.map(({ role, label, hint }) => (
            <Select key={role} label={label} name={role} hint={hint} defaultValue={chosen[role]}>
              <option value="">None</option>
              {heads.map((head, at) => (
                <option key={at} value={at}>
                  {sample[at] ? `${head}: ${sample[at]}` : head}
                </option>
              ))}
            </Select>
          ))}
          <Select label="Dates are written" name="dateOrder" defaultValue={chosen.dateOrder ?? ""}>
            <option value="">Please choose</option>
            <option value="dmy">Day, month, year: 31/12/2026</option>
            <option value="mdy">Month, day, year: 12/31/2026</option>
            <option value="ymd">Year, month, day: 2026-12-31</option>
          </Select>
          <Select label="Amounts are written" name="decimal" defaultValue={chosen.decimal ?? ""}>
            <option value="">Please choose</option>
            <option value=".">With a point: 1,234.56</option>
            <option value=",">With a comma: 1.234,56</option>
          </Select>
          <Field
            label="Currency of the account"
            name="account"
            hint="If the file does not name it: USD, EUR …"
            defaultValue={chosen.account}
            maxLength={3}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        {preview.length > 0 && (
          <section aria-label="Preview">
            <h3 className="field__label">The first lines as they are read</h3>
            <ul className="bank__preview">
              {preview.map(({ kind, place, read, text: content }) => (
                <li key={place}>
                  <b className={kind === "received" ? undefined : "bank__unread"}>{read}</b>
                  <p className="bank__why">
                    {place}: {content}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        )}
        <div className="row bank__buttons">
          <ButtonLink to={href("/admin/bank")} preventScrollReset>
            Cancel
          </ButtonLink>
          <Button type="submit" variant="primary" busy={formData?.get("intent") === "columns"}>
            {preview.length > 0 ? "Import with these columns" : "Show what is read"}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

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
          <Checkbox label="Let me choose the columns of a CSV" name="choose" value="1" />
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
