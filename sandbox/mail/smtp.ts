import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import type { Faults } from "../http/faults.ts";
import type { Mailbox } from "./mailbox.ts";

const MAX_MAIL_BYTES = 10 * 1024 * 1024;
/** The time for clients to disconnect when the server closes. */
const CLOSE_TIMEOUT_MS = 200;

/** A listening SMTP server: its port and a way to stop it. */
type SmtpServer = { port: number; close: () => Promise<void> };

/**
 * Listens for mail on 127.0.0.1 without login or encryption and puts all of it in the mailbox.
 * While the "smtp" fault is set it takes nothing: it answers "421 service not available", or refuses an address for good.
 */
export async function listenForMail(
  port: number,
  mailbox: Mailbox,
  faults: Faults,
): Promise<SmtpServer> {
  const rejection = () =>
    faults.smtp === "refuse"
      ? Object.assign(new Error("Service not available, try again later"), { responseCode: 421 })
      : null;

  const server = new SMTPServer({
    name: "sandbox",
    size: MAX_MAIL_BYTES,
    disabledCommands: ["AUTH", "STARTTLS"],
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: CLOSE_TIMEOUT_MS,
    logger: false,
    onConnect(_session, callback) {
      setTimeout(() => callback(rejection()), faults.latencyMs);
    },
    // Again for each mail, since a client may keep its connection open.
    onMailFrom({ address }, _session, callback) {
      callback(rejection() ?? refusalOf(faults, "no-sender", address));
    },
    onRcptTo({ address }, _session, callback) {
      callback(refusalOf(faults, "no-mailbox", address) ?? refusalOf(faults, "no-relay", address));
    },
    onData(stream, { envelope }, callback) {
      buffer(stream)
        .then((raw) => {
          if (stream.sizeExceeded) throw new Error("The mail is too large");
          const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
          const to = envelope.rcptTo.map(({ address }) => address);
          return mailbox.receive(raw, { from, to });
        })
        .then(
          () => callback(null),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
        );
    },
  });

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  // From here on a broken client connection is the client's problem, not a reason to stop.
  server.on("error", () => {});

  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The permanent refusals, in the words of Postfix (https://www.postfix.org/ADDRESS_VERIFICATION_README.html). */
const refusals = {
  "no-mailbox": "5.1.1 <%>: Recipient address rejected: User unknown in local recipient table",
  "no-sender": "5.7.1 <%>: Sender address rejected: not owned by user shop",
  "no-relay": "5.7.1 <%>: Relay access denied",
};

/** Returns the permanent refusal of an address while this fault is set, else null. */
function refusalOf(faults: Faults, fault: keyof typeof refusals, address: string): Error | null {
  if (faults.smtp !== fault) return null;
  return Object.assign(new Error(refusals[fault].replace("%", address)), { responseCode: 550 });
}
