import { Button } from "#app/ui/button.tsx";
import { formatCount } from "#lib/money.ts";
import type { Exporting } from "./use-export.ts";

/** How far the export has come; nothing while there is none. */
export function ExportProgress({ exporting }: { exporting: Exporting }) {
  const { progress, cancel } = exporting;
  if (!progress) return null;
  const { rows, expected } = progress;
  return (
    <section className="card export" aria-label="Export">
      <p className="num">
        {expected === null
          ? "Getting the orders"
          : `${formatCount(rows)} of ${formatCount(expected)} orders written`}
      </p>
      <progress
        className="export__bar"
        aria-label="Orders written"
        max={Math.max(1, expected ?? 1)}
        value={expected === null ? undefined : Math.min(rows, expected)}
      />
      <Button size="sm" onClick={cancel}>
        Cancel
      </Button>
    </section>
  );
}
