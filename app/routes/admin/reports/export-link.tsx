import type { MouseEvent } from "react";
import { href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Exporting } from "./use-export.ts";

export interface ExportLinkProps {
  days: { from: string; to: string };
  exporting: Exporting;
}

/** A plain download; with a script one that shows how far it has come. */
export function ExportLink({ days, exporting }: ExportLinkProps) {
  const to = `${href("/admin/reports/export")}?${new URLSearchParams(days)}`;
  const start = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!exporting.progress) void exporting.start(to);
  };
  return (
    <ButtonLink to={to} size="sm" reloadDocument onClick={start}>
      <Icon name="download" size="sm" />
      Export
    </ButtonLink>
  );
}
