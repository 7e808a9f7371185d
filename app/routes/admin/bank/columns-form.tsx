import type { ReactNode } from "react";
import { Form, href, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field, Select } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatCount } from "#lib/money.ts";
import type { ColumnRole } from "#shop/methods/bank/csv-layout.ts";
import type { UnknownColumns } from "#shop/methods/bank/import-file.server.ts";
import type { Meaning } from "#shop/methods/bank/words.ts";

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
  const isCoded = columns.length === 0;
  return (
    <Card
      title={`The ${isCoded ? "codes" : "columns"} of ${fileName}`}
      className="bank__import"
      line
      pad
    >
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
          {isCoded
            ? "Your bank has these codes besides those of customers’ transfers. Say once what they mean for this account: lines of a payment that came in can then be certain."
            : "Please confirm once what each column of this account means. Its next files ask only about what they have not shown before. Order IDs are looked for in texts."}
        </p>
        {problem && (
          <Notice tone="pending" role="alert">
            {problem}
          </Notice>
        )}
        {!isCoded && (
          <Questions title="Columns">
            {columns.map(({ head, sample, role }, at) => (
              <Choice
                key={at}
                label={head}
                name="role"
                hint={sample}
                chosen={role}
                open={null}
                labels={roleLabels}
              />
            ))}
          </Questions>
        )}
        {words.length > 0 && (
          <Questions title={`What the ${isCoded ? "codes" : "words"} mean`}>
            {words.map(({ key, word, head, example: row }) => (
              <div key={key}>
                <input type="hidden" name="word" value={key} />
                <Choice
                  label={`${head}: ${word || "(empty)"}`}
                  name="meaning"
                  hint={row}
                  chosen={draft.words[key] ?? ""}
                  open="Not known: check each line"
                  labels={meaningLabels}
                />
              </div>
            ))}
          </Questions>
        )}
        {more > 0 && (
          <p className="bank__why">
            {formatCount(more)} further values are not listed: their lines are to check.
            {!isCoded && " A column with so many is a text."}
          </p>
        )}
        {!isCoded && <AccountQuestions draft={draft} example={example} />}
        {preview.length > 0 && (
          <section aria-label="Preview">
            <h3 className="bank__title">The first lines as they are read</h3>
            <ul className="bank__preview">
              {preview.map(({ kind, place, read, text: content }, at) => (
                <li key={at}>
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
            {preview.length > 0 ? "Import with these answers" : "Show what is read"}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** Asks for the currency of the account, how its files are written, and where the money of an example went. */
function AccountQuestions({ draft, example }: Pick<UnknownColumns, "draft" | "example">) {
  return (
    <>
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
        <Choice
          label="Dates are written"
          name="dateOrder"
          chosen={draft.dateOrder}
          labels={{
            dmy: "31/12/2026: day first",
            mdy: "12/31/2026: month first",
            ymd: "2026-12-31: year first",
          }}
        />
        <Choice
          label="Amounts are written"
          name="decimal"
          chosen={draft.decimal}
          labels={{ ".": "1,234.56: with a point", ",": "1.234,56: with a comma" }}
        />
        {example && (
          <Choice
            label="The money of this line"
            name="told"
            hint={example}
            chosen={draft.told}
            labels={{ in: "Came in", out: "Went out" }}
          />
        )}
      </Questions>
      <Checkbox
        label="This bank lists booked lines only, also where neither a word nor the balance says so"
        name="allBooked"
        value="1"
        defaultChecked={draft.allBooked}
      />
    </>
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

/** Chooses one of these values by its label; `open` is the label of none. */
function Choice(props: {
  label: string;
  name: string;
  chosen: string;
  hint?: string;
  open?: string | null;
  labels: Readonly<Record<string, string>>;
}) {
  const { label, name, chosen, hint, open = "Please choose", labels } = props;
  return (
    <Select label={label} name={name} hint={hint} defaultValue={chosen}>
      {open && <option value="">{open}</option>}
      {Object.entries(labels).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  );
}
