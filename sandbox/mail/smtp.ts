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
    onMailFrom(_address, _session, callback) {
      callback(rejection() ?? refusalOf(faults, "no-sender"));
    },
    onRcptTo(_address, _session, callback) {
      callback(refusalOf(faults, "no-mailbox"));
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

/** The permanent refusals, with the codes of RFC 3463, section 3.2. */
const refusals = {
  "no-mailbox": "5.1.1 The email account that you tried to reach does not exist",
  "no-sender": "5.7.1 Sender address rejected: not owned by user",
};

/** Returns the permanent refusal of an address while this fault is set, else null. */
function refusalOf(faults: Faults, fault: keyof typeof refusals): Error | null {
  return faults.smtp === fault
    ? Object.assign(new Error(refusals[fault]), { responseCode: 550 })
    : null;
}
