import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** The buttons that download a list as CSV and for Excel. */
export function ExportButtons({ action }: { action: string }) {
  return (
    <form method="post" action={action} className="row">
      <Button type="submit" aria-label="Export the list as CSV">
        <Icon name="download" />
        Export
      </Button>
      <Button type="submit" name="format" value="xlsx" aria-label="Excel file of the list">
        Excel
      </Button>
    </form>
  );
}
