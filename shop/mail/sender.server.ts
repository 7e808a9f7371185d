import { createTransport } from "nodemailer";
import type { MailSurroundings, WordedMessage } from "./mail.ts";
import { renderMail } from "./render.server.tsx";

/** A mail that is due, with all it takes to word and send it. */
export interface DueMail {
  to: string;
  messageId: string;
  message: WordedMessage;
  shop: MailSurroundings;
}

/** Why the mail server did not take a mail; `forGood` when no other try will do. */
export interface Refusal {
  reason: string;
  forGood: boolean;
}

export interface Sender {
  /** Words a mail and has the mail server take it; null when it did. */
  send: (mail: DueMail) => Promise<Refusal | null>;
  close: () => void;
}

/** Where mails go, and whom they come from. */
export interface MailRoute {
  smtpUrl: string;
  from: string;
}

/** A mail server that hangs is given up well before the claim on the mail ends: nobody else sends it meanwhile. */
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 20_000 };
/**
 * One connection for the mails that follow each other, given up soon after the last: mail servers count connections,
 * and some end an idle one after a quarter of a minute. One that they ended is replaced, once.
 */
const CONNECTION = { pool: true, maxConnections: 1, maxRequeues: 1, idleTimeout: 10_000 } as const;

export function openSender({ smtpUrl, from }: MailRoute): Sender {
  const transport = createTransport({ url: smtpUrl, ...CONNECTION, ...TIMEOUTS }, { from });
  return {
    send: async ({ to, messageId, message, shop }) => {
      const rendered = renderMail(message, shop);
      try {
        await transport.sendMail({ to, messageId, ...rendered });
        return null;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return { reason, forGood: isForGood(error) };
      }
    },
    close: () => transport.close(),
  };
}

/** True when the mail server said for good that it does not take mail to this address (RFC 5321, 5yz). */
function isForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return code === "EENVELOPE" && typeof responseCode === "number" && responseCode >= 500;
}
