import { createTransport } from "nodemailer";
import { inLanguage } from "#messages/current.server.ts";
import type { Language } from "#messages/languages.ts";
import type { ShopDetails } from "./mail.ts";
import type { CompleteMessage } from "./mail-message.ts";
import { renderMail } from "./render.server.tsx";
import { explainSendError } from "./send-error.ts";

/** A due mail, with all data to render and send it. */
interface DueMail {
  to: string;
  messageId: string;
  message: CompleteMessage;
  language: Language;
  shop: ShopDetails;
}

/** An error of the mail server; `permanent` if a retry cannot succeed. */
interface SendError {
  reason: string;
  permanent: boolean;
}

export interface Sender {
  /** Renders and sends a mail; null on success. */
  send: (mail: DueMail) => Promise<SendError | null>;
  close: () => void;
}

/** The mail server and the sender's address. */
export interface MailRoute {
  smtpUrl: string;
  from: string;
}

/** Shorter than the claim on a mail, so that no other instance sends it while this server hangs. */
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 20_000 };
/**
 * Reuses one connection for consecutive mails, because mail servers limit connections. It is closed after 10 s idle,
 * before servers that close idle connections after 15 s; a connection closed by the server is replaced once.
 */
const CONNECTION = { pool: true, maxConnections: 1, maxRequeues: 1, idleTimeout: 10_000 } as const;

/** Opens a connection pool to the mail server that renders and sends mails. */
export function openSender({ smtpUrl, from }: MailRoute): Sender {
  const transport = createTransport({ url: smtpUrl, ...CONNECTION, ...TIMEOUTS }, { from });
  return {
    send: async ({ to, messageId, message, language, shop }) => {
      const rendered = inLanguage(language, () => renderMail(message, shop));
      try {
        await transport.sendMail({ to, messageId, ...rendered });
        return null;
      } catch (error) {
        const reason = error instanceof Error ? explainSendError(error) : String(error);
        return { reason, permanent: isPermanent(error) };
      }
    },
    close: () => transport.close(),
  };
}

/** Replies that say nothing of the recipient: of the system, the protocol, the content or a policy (RFC 3463, section 3). */
const NOT_OF_ADDRESS = /^5\d\d[ -]5\.[3567]\./;

/**
 * True when the server rejected the recipient permanently (5yz replies, RFC 5321 section 4.2.1). A rejected sender or
 * shop ("relay access denied") is a fault of the shop's own settings, which can be repaired: the recipient is not to blame.
 */
function isPermanent(error: unknown): boolean {
  const { command, response } = error as { command?: unknown; response?: unknown };
  if (command !== "RCPT TO" || typeof response !== "string") return false;
  return response.startsWith("5") && !NOT_OF_ADDRESS.test(response);
}
