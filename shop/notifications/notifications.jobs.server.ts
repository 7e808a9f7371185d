import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { isConnectionError } from "#db/errors.ts";
import { newHolder } from "#db/holders.server.ts";
import { recordDurably } from "#db/retry-connecting.server.ts";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import { MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { inLanguage } from "#messages/current.server.ts";
import type { Language } from "#messages/languages.ts";
import { orders } from "../orders/tables.ts";
import { readSettingsInLanguage } from "../settings/owner-texts.server.ts";
import { post } from "../webhooks/post.server.ts";
import type { Resolve, TargetPolicy } from "../webhooks/ssrf-guard.server.ts";
import { messageOf } from "./message.ts";
import {
  claimNotifications,
  recordOutcome,
  releaseLostNotifications,
  releaseNotifications,
  type StoredNotification,
  type StoredTarget,
} from "./queue.server.ts";
import { queueQuestions } from "./questions.server.ts";
import { outcomeOf, requestFor } from "./request.server.ts";
import type { VapidKeys } from "./web-push.server.ts";

const IDLE_MS = SECOND_MS;
/** The timeout of one attempt: a third of the duration of a claim. */
const TIMEOUT_MS = 10 * SECOND_MS;
/** How long running attempts may take to finish when the shop closes. */
const FINISH_MS = 3 * SECOND_MS;

export interface NotifierOptions {
  policy: TargetPolicy;
  /** The public URL of the shop. */
  appUrl: string;
  vapid: VapidKeys;
  log: Log;
  timeoutMs?: number;
  resolve?: Resolve;
  /** The time for claims; that of the system by default. */
  clock?: () => Date;
  /** The number of this process in claims. */
  holder?: number;
}

/** Starts the loop that sends due notifications, concurrently to all targets. */
export function startNotifications(
  db: Db,
  options: NotifierOptions,
): { stop: () => Promise<void> } {
  const { log, clock = () => new Date(), holder = newHolder() } = options;
  const cutting = new AbortController();
  /** The messages that are sent now. */
  const running = new Map<readonly StoredNotification[], Promise<void>>();
  let mayHaveLost = false;
  let questionsAt = 0;
  const failed = (error: unknown) => {
    mayHaveLost ||= isConnectionError(error);
    log("notifications", error);
  };

  const loop = startLoop(
    async () => {
      const now = clock();
      if (mayHaveLost) {
        mayHaveLost = false;
        const held = [...running.keys()].flat().map(({ id }) => id);
        await releaseLostNotifications(db, { holder, held }, now);
      }
      if (now.getTime() - questionsAt >= MINUTE_MS) {
        questionsAt = now.getTime();
        await queueQuestions(db, now);
      }
      for (const { target, batch } of await claimNotifications(db, now, holder)) {
        const sending = send(db, target, batch, { ...options, signal: cutting.signal })
          .catch(failed)
          .finally(() => running.delete(batch));
        running.set(batch, sending);
      }
    },
    { pauseMs: IDLE_MS, failed },
  );

  return {
    stop: async () => {
      await loop.stop();
      const cut = setTimeout(() => cutting.abort(), FINISH_MS);
      await Promise.all(running.values());
      clearTimeout(cut);
    },
  };
}

/** Sends claimed notifications to their target as one message, and records the outcome. */
export async function send(
  db: Db,
  target: StoredTarget,
  batch: readonly StoredNotification[],
  options: NotifierOptions & { signal?: AbortSignal; clock?: () => Date },
): Promise<void> {
  const { policy, appUrl, vapid, log, resolve, signal } = options;
  const { timeoutMs = TIMEOUT_MS, clock = () => new Date() } = options;
  const language = await languageOf(db, target);
  const settings = await inLanguage(language, () => readSettingsInLanguage(db));
  const { shopName, supportEmail } = settings;
  const contact = appUrl.startsWith("https:") ? appUrl : `mailto:${supportEmail}`;
  const message = inLanguage(language, () => messageOf(batch, { shopName, appUrl }));
  const once = { id: batch[0]?.id ?? "", now: clock(), vapid, contact };
  const request = requestFor(target.config, message, once);
  const result = await post(request.url, request, { policy, timeoutMs, resolve, signal });
  if (result.status === null && signal?.aborted) return releaseNotifications(db, batch, clock());
  const outcome = outcomeOf(result, target.config);
  await recordDurably(() => recordOutcome(db, { target, batch, outcome, now: clock() }), signal);
  if (outcome.error !== null)
    log(`notification failed target=${target.id} kind=${target.config.kind}: ${outcome.error}`);
}

/** Returns the language of the order whose buyer's device this is: English for the places and devices of the shop. */
async function languageOf(db: Db, { orderId }: StoredTarget): Promise<Language> {
  if (orderId === null) return "en";
  const [order] = await db
    .select({ language: orders.language })
    .from(orders)
    .where(eq(orders.id, orderId));
  return order?.language ?? "en";
}
