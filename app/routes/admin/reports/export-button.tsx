import type { SubmitEvent } from "react";
import { href } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Exporting } from "./use-export.ts";

export interface ExportButtonProps {
  days: { from: string; to: string };
  exporting: Exporting;
}

/** A plain download; with a script one that shows how far it has come. */
export function ExportButton({ days, exporting }: ExportButtonProps) {
  const search = new URLSearchParams({ period: "custom", ...days });
  const action = `${href("/admin/reports/export")}?${search}`;
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    if (!exporting.progress) void exporting.start(action);
  };
  return (
    <form method="post" action={action} onSubmit={start}>
      <Button type="submit" size="sm">
        <Icon name="download" size="sm" />
        Export
      </Button>
    </form>
  );
}
