import type { Db } from "#db/client.server.ts";
import { isConnectionError } from "#db/errors.ts";
import { newHolder } from "#db/holders.server.ts";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import { inLanguage } from "#messages/current.server.ts";
import type { Settings } from "../settings/settings.ts";
import { readSettingsInLanguage } from "../settings/owner-texts.server.ts";
import {
  claimMail,
  dropMail,
  markFailed,
  markSent,
  releaseLostMails,
  type StoredMail,
} from "./mails.server.ts";
import type { ShopDetails } from "./mail.ts";
import type { CompleteMail } from "./mail-message.ts";
import { type MailRoute, openSender } from "./sender.server.ts";

const IDLE_MS = 500;

/** Starts the job that sends the mails of the outbox one by one. */
export function startMailer(
  db: Db,
  options: MailRoute & {
    appUrl: string;
    complete: CompleteMail;
    /** Sends no mails that are older than this; null for all. */
    createdSince?: Date | null;
    /** Returns when coins arrive, by the settings. */
    deliveryTexts: (settings: Settings) => Promise<ShopDetails["delivery"]>;
    /** The time for claims; that of the system by default. */
    clock?: () => Date;
    /** The number of this process in claims. */
    holder?: number;
    log: Log;
  },
): { stop: () => Promise<void> } {
  const { smtpUrl, from, appUrl, complete, createdSince, deliveryTexts, log } = options;
  const { clock = () => new Date(), holder = newHolder() } = options;
  const sender = openSender({ smtpUrl, from });

  const send = async (mail: StoredMail) => {
    const completed = await complete(mail, clock());
    if (!completed) {
      await dropMail(db, mail.key);
      return null;
    }
    const { language } = mail;
    const settings = await inLanguage(language, () => readSettingsInLanguage(db));
    const { shopName, supportEmail } = settings;
    const delivery = await inLanguage(language, () => deliveryTexts(settings));
    // The same id at every attempt, so that receivers can recognise duplicates.
    const messageId = `<${mail.key.replace(/[^\w.-]/g, ".")}@${new URL(appUrl).hostname}>`;
    const shop = { shopName, supportEmail, appUrl, delivery };
    return sender.send({ ...completed, language, messageId, shop });
  };

  /** Mails accepted by the server and not yet marked as sent, which happens together with the next claim. */
  const sent = new Map<StoredMail, Date>();
  const markAllSent = async () => {
    for (const [mail, at] of sent) {
      await markSent(db, mail, at);
      sent.delete(mail);
    }
  };
  const failed = (error: unknown) => log("mail outbox", error);
  /** Whether a mail may be claimed that is not being sent: a connection was lost before its outcome was recorded. */
  let mayHaveLost = false;

  const sendNext = async () => {
    if (mayHaveLost) {
      mayHaveLost = false;
      const held = Array.from(sent.keys(), ({ key }) => key);
      await releaseLostMails(db, { holder, held }, clock());
    }
    const [mail] = await Promise.all([
      claimMail(db, clock(), { createdSince, holder }),
      // A failure is retried with the next claim, and must not lose the claimed mail.
      markAllSent().catch(failed),
    ]);
    if (!mail) return IDLE_MS;
    const failure = await send(mail).then(
      (sendError) => sendError && { ...sendError, error: sendError.reason },
      (error: Error) => ({ reason: error.message, permanent: false, error }),
    );
    if (failure) {
      log(`mail ${mail.key}`, failure.error);
      await markFailed(db, mail, failure.reason, clock(), { permanent: failure.permanent });
    } else sent.set(mail, clock());
    return 0;
  };
  const loop = startLoop(sendNext, {
    pauseMs: IDLE_MS,
    failed: (error) => {
      mayHaveLost ||= isConnectionError(error);
      failed(error);
    },
  });

  return {
    stop: async () => {
      await loop.stop();
      await markAllSent().catch(failed);
      sender.close();
    },
  };
}
