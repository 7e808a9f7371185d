import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#lib/log.ts";
import { isConnectionError, operatorReason } from "./errors.ts";

const ATTEMPTS = 5;
const PAUSE_MS = 1000;
const OUTCOME_PAUSE_MS = 500;

/**
 * For a shop that starts: connects, and tries again while the server cannot be reached, since after a power cut it may
 * still be starting, too. Throws the error of the last attempt, and any other error at once.
 */
export async function retryConnecting<T>(connect: () => Promise<T>, log: Log): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connect();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConnectionError(error)) throw error;
      log(`attempt ${attempt} of ${ATTEMPTS} to connect: ${operatorReason(error)}`);
      await sleep(PAUSE_MS);
    }
  }
}

/**
 * Records the outcome of something done outside of the shop. While the database cannot be reached it tries again until
 * `signal` is aborted, since it would otherwise be done twice.
 */
export async function recordDurably(
  record: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      return await record();
    } catch (error) {
      if (signal?.aborted || !isConnectionError(error)) throw error;
    }
    await sleep(OUTCOME_PAUSE_MS);
  }
}
