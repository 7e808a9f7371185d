import { createTransport } from "nodemailer";
import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import type { Settings } from "#shop/settings/settings.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { claimMail, markFailed, markSent, type StoredMail, wordedMessage } from "./mails.server.ts";

const IDLE_MS = 500;
/** A mail server that hangs is given up well before the claim on the mail ends: nobody else sends it meanwhile. */
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 20_000 };
/**
 * One connection for the mails that follow each other, given up soon after the last: mail servers count connections,
 * and some end an idle one after a quarter of a minute. One that they ended is replaced, once.
 */
const CONNECTION = { pool: true, maxConnections: 1, maxRequeues: 1, idleTimeout: 10_000 } as const;

/** Sends what is in the outbox, one mail after the other, for ever. A mail server that is down delays nothing else. */
export function startMailer(
  db: Db,
  options: { smtpUrl: string; from: string; appUrl: string; log: Log },
): { stop: () => Promise<void> } {
  const { smtpUrl, from, appUrl, log } = options;
  const transport = createTransport({ url: smtpUrl, ...CONNECTION, ...TIMEOUTS }, { from });

  // The templates and their renderer are large: loaded with the first mail, not with the shop. Asked for once,
  // because `import` takes its time for a module that is there, too.
  let renderer: Promise<typeof import("./render.server.tsx")> | null = null;

  const send = async (mail: StoredMail, { shopName, supportEmail }: Settings) => {
    renderer ??= import("./render.server.tsx");
    const { renderMail } = await renderer.catch((error: unknown) => {
      renderer = null;
      throw error;
    });
    const message = await wordedMessage(db, mail.message);
    const rendered = renderMail(message, { shopName, supportEmail, appUrl });
    // The same id at every try, so that a receiver can tell a repetition.
    const messageId = `<${mail.key.replace(/[^\w.-]/g, ".")}@${new URL(appUrl).hostname}>`;
    await transport.sendMail({ to: mail.to, messageId, ...rendered });
  };

  /** What the mail server has taken, until that is noted: together with the next claim, which is cheaper. */
  let sent: { key: string; at: Date } | null = null;
  const noteSent = async () => {
    if (sent) await markSent(db, sent.key, sent.at);
    sent = null;
  };

  const round = async () => {
    const [, mail, settings] = await Promise.all([
      noteSent(),
      claimMail(db, new Date()),
      readSettings(db),
    ]);
    if (!mail) return IDLE_MS;
    try {
      await send(mail, settings);
      sent = { key: mail.key, at: new Date() };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log(`mail ${mail.key}`, error);
      await markFailed(db, mail, reason, new Date(), isRefusedForGood(error));
    }
    return 0;
  };
  const loop = startLoop(round, {
    pauseMs: IDLE_MS,
    failed: (error) => log("mail outbox", error),
  });

  return {
    stop: async () => {
      await loop.stop();
      await noteSent().catch((error: unknown) => log("mail outbox", error));
      transport.close();
    },
  };
}

/** True when the mail server said for good that it does not take mail to this address (RFC 5321, 5yz). */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return code === "EENVELOPE" && typeof responseCode === "number" && responseCode >= 500;
}
