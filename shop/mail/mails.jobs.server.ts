import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import { openThread } from "#lib/threads.server.ts";
import type { Settings } from "../settings/settings.ts";
import { readSettings } from "../settings/settings.server.ts";
import { claimMail, markFailed, markSent, type StoredMail, wordedMessage } from "./mails.server.ts";
import type { DueMail, MailRoute, Refusal, Sender } from "./sender.server.ts";

const IDLE_MS = 500;
/** Before the claim on the mail ends: nobody else sends it meanwhile. */
const TIMEOUT_MS = 50_000;

/**
 * Sends what is in the outbox, one mail after the other, for ever. A mail server that is down delays nothing else.
 * `thread` is `mail.worker.ts` as it was built; without one, mails are worded in this thread.
 */
export function startMailer(
  db: Db,
  options: MailRoute & { appUrl: string; thread?: string | null; log: Log },
): { stop: () => Promise<void> } {
  const { smtpUrl, from, appUrl, thread = null, log } = options;
  const sender = thread ? senderIn(thread, { smtpUrl, from }) : senderHere({ smtpUrl, from });

  const send = async (mail: StoredMail, { shopName, supportEmail }: Settings) => {
    const message = await wordedMessage(db, mail.message);
    // The same id at every try, so that a receiver can tell a repetition.
    const messageId = `<${mail.key.replace(/[^\w.-]/g, ".")}@${new URL(appUrl).hostname}>`;
    const shop = { shopName, supportEmail, appUrl };
    return sender.send({ to: mail.to, messageId, message, shop });
  };

  /** What the mail server has taken, until that is noted: together with the next claim, which is cheaper. */
  const sent = new Map<string, Date>();
  const noteSent = async () => {
    for (const [key, at] of sent) {
      await markSent(db, key, at);
      sent.delete(key);
    }
  };
  const failed = (error: unknown) => log("mail outbox", error);

  const round = async () => {
    const [mail, settings] = await Promise.all([
      claimMail(db, new Date()),
      readSettings(db),
      // What cannot be noted now is noted with the next one; what was claimed is ours to send all the same.
      noteSent().catch(failed),
    ]);
    if (!mail) return IDLE_MS;
    const failure = await send(mail, settings).then(
      (refusal) => refusal && { ...refusal, error: refusal.reason },
      (error: Error) => ({ reason: error.message, forGood: false, error }),
    );
    if (failure) {
      log(`mail ${mail.key}`, failure.error);
      await markFailed(db, mail, failure.reason, new Date(), { permanent: failure.forGood });
    } else sent.set(mail.key, new Date());
    return 0;
  };
  const loop = startLoop(round, { pauseMs: IDLE_MS, failed });

  return {
    stop: async () => {
      await loop.stop();
      await noteSent().catch(failed);
      await sender.stop();
    },
  };
}

interface MailSender {
  send: (mail: DueMail) => Promise<Refusal | null>;
  stop: () => Promise<void>;
}

/** To word a mail takes as long as a page: in a thread of its own nobody waits for it. */
function senderIn(thread: string, route: MailRoute): MailSender {
  const { run, stop } = openThread<DueMail, Refusal | null>(thread, {
    label: "mail thread",
    timeoutMs: TIMEOUT_MS,
    data: route,
  });
  return { send: run, stop };
}

/** The templates and their renderer are large: loaded with the first mail, not with the shop. */
function senderHere(route: MailRoute): MailSender {
  let opened: Promise<Sender> | null = null;
  return {
    send: async (mail) => {
      opened ??= import("./sender.server.ts").then(({ openSender }) => openSender(route));
      return (await opened).send(mail);
    },
    stop: async () => (await opened)?.close(),
  };
}
