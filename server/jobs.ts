import type { Db } from "#db/client.server.ts";
import { forgetOldAttempts } from "#shop/limits/limits.server.ts";

const HOUR_MS = 60 * 60_000;

/** Work that is due every hour, on every instance alike: doing it twice does no harm. */
export function startHousekeeping(db: Db, log: (line: string) => void): () => void {
  const tidy = () => {
    forgetOldAttempts(db, new Date()).catch((error: unknown) =>
      log(`housekeeping: ${String(error)}`),
    );
  };
  const timer = setInterval(tidy, HOUR_MS);
  return () => clearInterval(timer);
}
