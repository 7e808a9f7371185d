import { href } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** Saves the figures of the report as a file, and prints them. `search` has the period; `withVat` links to the VAT. */
export function ReportFiles({ search, withVat }: { search: URLSearchParams; withVat: boolean }) {
  const fileOf = (format: string) => {
    const file = new URLSearchParams(search);
    file.set("format", format);
    return `${href("/admin/reports/figures")}?${file}`;
  };
  return (
    <section className="report-files" aria-label="This report as a file">
      <p className="muted">The figures of this report</p>
      <ButtonLink size="sm" to={fileOf("csv")} reloadDocument>
        <Icon name="download" size="sm" />
        CSV
      </ButtonLink>
      <ButtonLink size="sm" to={fileOf("xlsx")} reloadDocument>
        <Icon name="download" size="sm" />
        Excel
      </ButtonLink>
      <Button size="sm" className="report-files__print" onClick={() => window.print()}>
        Print
      </Button>
      {withVat && (
        <ButtonLink size="sm" to={href("/admin/reports/vat")}>
          VAT by quarter
        </ButtonLink>
      )}
    </section>
  );
}
