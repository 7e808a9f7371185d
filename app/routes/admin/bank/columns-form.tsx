import { Form, href, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Select } from "#app/ui/select.tsx";
import type { ColumnRole } from "#shop/methods/bank/csv-layout.ts";
import type { UnknownColumns } from "./bank-answer.ts";

const roles: readonly { role: ColumnRole; label: string; hint?: string }[] = [
  { role: "date", label: "Date" },
  { role: "amount", label: "Amount", hint: "With a minus for what went out." },
  { role: "credit", label: "Money in", hint: "If it stands apart from money out." },
  { role: "sign", label: "In or out", hint: "If a letter or a word says it, such as S and H." },
  { role: "payer", label: "Payer" },
  { role: "purpose", label: "Purpose" },
  { role: "more", label: "More of the purpose" },
  { role: "currency", label: "Currency" },
  { role: "reference", label: "Bank's own ID", hint: "Another one for each line." },
];

/** Asks what the columns of a table hold, where its heads do not say it. The answer is remembered. */
export function ColumnsForm({ columns }: { columns: UnknownColumns }) {
  const { fileName, text, heads, sample, chosen, problem } = columns;
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
        <textarea name="text" defaultValue={text} hidden readOnly />
        {problem && (
          <Notice tone="rejected" role="alert">
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
            label="Currency without a column"
            name="usualCurrency"
            defaultValue={chosen.usualCurrency}
            maxLength={3}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <div className="row bank__buttons">
          <ButtonLink to={href("/admin/bank")} preventScrollReset>
            Cancel
          </ButtonLink>
          <Button type="submit" variant="primary" busy={formData?.get("intent") === "columns"}>
            Import with these columns
          </Button>
        </div>
      </Form>
    </Card>
  );
}
