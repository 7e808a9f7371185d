import { Card } from "#app/ui/card.tsx";
import { Dot } from "#app/ui/badge.tsx";
import { Time } from "#app/ui/time.tsx";
import { bytesText } from "#lib/text.ts";
import type { LastBackup } from "#shop/operations/system-state.ts";

/** Time, size and result of the last backup. */
export function LastBackupCard({ last }: { last: LastBackup | null }) {
  return (
    <Card title="Last backup" line id="last-backup">
      {last ? (
        <div className="attention">
          <div className="attention__item">
            <Dot tone={last.problem === null ? "completed" : "rejected"} />
            <span>
              <span className="attention__title">
                <Time value={last.at} />
              </span>
              {last.bytes !== null && (
                <span className="attention__under">Complete, {bytesText(last.bytes)}</span>
              )}
              {last.problem !== null && (
                <span className="attention__under">Failed: {last.problem}</span>
              )}
              {last.problem !== null && last.completeAt && (
                <span className="attention__under">
                  Last complete one: <Time value={last.completeAt} />
                </span>
              )}
            </span>
          </div>
        </div>
      ) : (
        <p className="attention__none">None yet.</p>
      )}
    </Card>
  );
}
