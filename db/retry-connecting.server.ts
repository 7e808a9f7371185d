import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#lib/log.ts";
import { isConnectionError, operatorReason } from "./errors.ts";

const ATTEMPTS = 5;
const PAUSE_MS = 1000;

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
