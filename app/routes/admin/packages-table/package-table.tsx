import { useEffect, useRef, useState } from "react";
import { Form, href, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { AdminPackage } from "#shop/catalog/package.ts";
import {
  editedFields,
  readRows,
  type RowErrors,
  rowsOnTopOf,
  type SubmittedRow,
} from "#shop/catalog/package-rows.ts";
import { LeaveDialog } from "../shared/leave-dialog.tsx";
import { PackageRow } from "./package-row.tsx";

/** What the action returns when nothing was saved. */
export interface TableActionData {
  /** Another one for each answer. */
  key: string;
  rows: SubmittedRow[];
  errors?: RowErrors;
  /** Error of the form as a whole. */
  message?: string;
  percent: string;
  percentError?: string;
  /** The prices of the rows were changed by the percentage, and are not saved. */
  isPreview?: boolean;
}

export interface PackageTableProps {
  packages: readonly AdminPackage[];
  today: string;
  actionData: TableActionData | undefined;
}

const heads = [
  "Coins",
  "Price ($)",
  "Per coin",
  "Cost ($)",
  "Margin",
  "On sale",
  "Sold out",
  "First day",
  "Last day",
] as const;

/** All packages in one form. Live updates are shown unless they would replace edits. */
export function PackageTable({ packages, today, actionData }: PackageTableProps) {
  const [shown, setShown] = useState(packages);
  const [rows, setRows] = useState(actionData?.rows ?? rowsOnTopOf(packages));
  const changed = rows.filter((row) => editedFields(row).length > 0).length;
  const { formData, state } = useNavigation();
  /** The packages of the page when the form was last sent; another answer than saved draws the table anew. */
  const [sentWith, setSentWith] = useState<typeof packages | null>(null);
  const isSaved = sentWith !== null && sentWith !== packages && state === "idle";
  if (shown !== packages && (changed === 0 || isSaved)) {
    setShown(packages);
    setRows(rowsOnTopOf(packages));
    setSentWith(null);
  }
  const busy = (intent: string) => formData?.get("intent") === intent;
  const form = useRef<HTMLFormElement>(null);
  const { errors = {}, message, percentError, isPreview } = actionData ?? {};

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid='true'], .pkg-table__preview")?.focus();
  }, []);

  if (shown.length === 0)
    return (
      <div className="card">
        <EmptyState
          title="No packages yet"
          heading="h2"
          action={
            <ButtonLink to={`${href("/admin/packages")}?new`} variant="primary">
              Add New Package
            </ButtonLink>
          }
        >
          Packages that you add are edited here.
        </EmptyState>
      </div>
    );
  return (
    <Form
      key={shown.map(({ id, version }) => `${id}.${version}`).join()}
      ref={form}
      method="post"
      action={href("/admin/packages/table")}
      className="card pkg-table"
      aria-label="Packages"
      preventScrollReset
      noValidate
      onInput={(event) => {
        setRows(readRows(new FormData(event.currentTarget)));
        setSentWith(null);
      }}
      onSubmit={() => setSentWith(packages)}
    >
      <LeaveDialog unsaved={changed > 0 && sentWith === null} />
      <div className="pkg-table__head">
        {/* Enter in a field saves, as the first submit button of the form is pressed. */}
        <button type="submit" name="intent" value="save" className="sr" tabIndex={-1} aria-hidden>
          Save Changes
        </button>
        <Field
          label="Change all prices by (%)"
          name="percent"
          inputMode="decimal"
          autoComplete="off"
          placeholder="-5"
          defaultValue={actionData?.percent}
          error={percentError}
        />
        <Button type="submit" name="intent" value="preview" busy={busy("preview")}>
          Preview
        </Button>
        <ButtonLink
          to={`${href("/admin/packages")}?new`}
          className="pkg-table__add"
          variant="ghost"
        >
          Add New Package
        </ButtonLink>
      </div>
      {message && (
        <Notice tone="rejected" role="alert">
          {message}
        </Notice>
      )}
      {isPreview && (
        <p className="pkg-table__preview" role="status" tabIndex={-1}>
          The new prices are filled in, rounded to the cent, and not saved yet.
        </p>
      )}
      <div className="table-wrap">
        <table className="table table--plain pkg-table__rows">
          <caption className="sr">Packages</caption>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((pkg) => {
              const row = rows.find(({ id }) => id === pkg.id) ?? rowsOnTopOf([pkg])[0];
              return (
                row && (
                  <PackageRow
                    key={pkg.id}
                    pkg={pkg}
                    row={row}
                    errors={errors[pkg.id]}
                    today={today}
                  />
                )
              );
            })}
          </tbody>
        </table>
      </div>
      <div className="pkg-table__foot">
        <span role="status">{changedText(changed)}</span>
        <Button type="submit" name="intent" value="save" variant="primary" busy={busy("save")}>
          Save Changes
        </Button>
      </div>
    </Form>
  );
}

function changedText(changed: number): string {
  if (changed === 0) return "";
  return changed === 1 ? "1 package changed, not saved" : `${changed} packages changed, not saved`;
}
