import { POLL_SECONDS, useIsSilent, useLastRefresh, useRefresh } from "#app/live.ts";
import { clock } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import { Notice } from "./notice.tsx";

/** Says that the page polls because its live updates are blocked, and offers to check now. Else nothing. */
export function LiveFallback({ topic }: { topic: string | null }) {
  const silent = useIsSilent(topic);
  return silent ? <Polling /> : null;
}

function Polling() {
  const refresh = useRefresh();
  const checkedAt = useLastRefresh();
  return (
    <Notice role="status" className="live-fallback">
      {t("ui.polling", { seconds: POLL_SECONDS })}{" "}
      {checkedAt !== null && <>{t("ui.checkedAt", { time: clock(new Date(checkedAt)) })} </>}
      <button type="button" className="link" onClick={refresh}>
        {t("ui.checkNow")}
      </button>
    </Notice>
  );
}
