import type { ReactNode } from "react";
import { Form, href, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field, Select } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatCount } from "#lib/money.ts";
import type { ColumnRole } from "#shop/methods/bank/csv-layout.ts";
import type { Meaning } from "#shop/methods/bank/words.ts";
import type { UnknownColumns } from "./import-file.server.ts";

const roleLabels: Record<ColumnRole, string> = {
  date: "Date of booking",
  amount: "Amount, in or out",
  in: "Money in",
  out: "Money out",
  words: "Words with a meaning",
  balance: "Balance",
  currency: "Currency",
  account: "Your account number",
  payer: "Payer",
  id: "Bank’s ID of the line",
  text: "Text",
  ignored: "Ignore",
};

const meaningLabels: Record<Meaning, string> = {
  in: "Money came in",
  out: "Money went out",
  booked: "Booked",
  pending: "Not booked",
  returned: "Returned or reversed",
  nothing: "Says nothing",
};

/** Confirms what the columns of a table mean, with a preview; saved for files of the same account. */
export function ColumnsForm({ columns: form }: { columns: UnknownColumns }) {
  const { fileName, text, columns, words, more, example, draft, problem, preview } = form;
  const { formData } = useNavigation();
  return (
    <Card title={`The columns of ${fileName}`} className="bank__import" line pad>
      <Form
        key={form.previewed}
        method="post"
        action={href("/admin/bank")}
        encType="multipart/form-data"
        preventScrollReset
        className="bank__columns"
      >
        <input type="hidden" name="intent" value="columns" />
        <input type="hidden" name="fileName" value={fileName} />
        <input type="hidden" name="previewed" value={form.previewed} />
        <textarea name="text" defaultValue={text} hidden readOnly />
        <p className="bank__why">
          Please confirm once what each column of this account means. Its next files ask only about
          what they have not shown before. Order IDs are looked for in texts.
        </p>
        {problem && (
          <Notice tone="pending" role="alert">
            {problem}
          </Notice>
        )}
        <Questions title="Columns">
          {columns.map(({ head, sample, role }, at) => (
            <Select key={at} label={head} name="role" hint={sample} defaultValue={role}>
              <Options labels={roleLabels} />
            </Select>
          ))}
        </Questions>
        {words.length > 0 && (
          <Questions title="What the words mean">
            {words.map(({ key, word, head, example: row }) => (
              <div key={key}>
                <input type="hidden" name="word" value={key} />
                <Select
                  label={`${head}: ${word || "(empty)"}`}
                  name="meaning"
                  hint={row}
                  defaultValue={draft.words[key] ?? ""}
                >
                  <option value="">Not known: check each line</option>
                  <Options labels={meaningLabels} />
                </Select>
              </div>
            ))}
          </Questions>
        )}
        {more > 0 && (
          <p className="bank__why">
            {formatCount(more)} further values are not listed: their lines are to check. A column
            with so many is a text.
          </p>
        )}
        <Questions title="Account">
          <Field
            label="Currency of the account"
            name="currency"
            hint="USD, EUR …"
            defaultValue={draft.currency}
            maxLength={3}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
          />
          <Select label="Dates are written" name="dateOrder" defaultValue={draft.dateOrder}>
            <option value="">Please choose</option>
            <option value="dmy">Day, month, year: 31/12/2026</option>
            <option value="mdy">Month, day, year: 12/31/2026</option>
            <option value="ymd">Year, month, day: 2026-12-31</option>
          </Select>
          <Select label="Amounts are written" name="decimal" defaultValue={draft.decimal}>
            <option value="">Please choose</option>
            <option value=".">With a point: 1,234.56</option>
            <option value=",">With a comma: 1.234,56</option>
          </Select>
          {example && (
            <Select
              label="The money of this line"
              name="told"
              hint={example}
              defaultValue={draft.told}
            >
              <option value="">Please choose</option>
              <option value="in">Came in</option>
              <option value="out">Went out</option>
            </Select>
          )}
        </Questions>
        <Checkbox
          label="This bank lists booked lines only, also where neither a word nor the balance says so"
          name="allBooked"
          value="1"
          defaultChecked={draft.allBooked}
        />
        {preview.length > 0 && (
          <section aria-label="Preview">
            <h3 className="bank__title">The first lines as they are read</h3>
            <ul className="bank__preview">
              {preview.map(({ kind, line, read, text: content }) => (
                <li key={line}>
                  <b className={kind === "received" ? undefined : "bank__unread"}>{read}</b>
                  <p className="bank__why">
                    Line {line}: {content}
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
            {preview.length > 0 ? "Import with these answers" : "Show what is read"}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Questions({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="bank__title">{title}</h3>
      <div className="bank__fields">{children}</div>
    </section>
  );
}

function Options({ labels }: { labels: Readonly<Record<string, string>> }) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
