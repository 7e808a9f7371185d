import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import type { Actor } from "../audit/audit.ts";
import { startMailer } from "../mail/mails.jobs.server.ts";
import { insertActor } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { completeMails } from "../../tests/complete-mails.ts";
import { collectLines } from "../../tests/log.ts";
import { eventually } from "../../tests/make.ts";
import { startNewsletters } from "./newsletters.jobs.server.ts";
import { findNewsletter } from "./newsletters.server.ts";
import { startSending } from "./sending.server.ts";
import { clearNewsletters, confirmedSubscribers, someDraft } from "./test-newsletters.ts";

/** An address that the test's mail server rejects. */
const GONE = "reader1@example.com";

describeOnBothDatabases("the newsletter job", (openFresh) => {
  let database: Database;
  let db: Db;
  let actor: Actor;
  let received: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 200,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, response) => {
      const refused = Object.assign(new Error("no such user"), { responseCode: 550 });
      if (address === GONE) response(refused);
      else response();
    },
    onData: (stream, { envelope }, done) => {
      received.push(...envelope.rcptTo.map(({ address }) => address));
      stream.resume();
      stream.on("end", () => done());
    },
  });
  beforeAll(async () => {
    await new Promise<void>((open) => smtp.listen(0, "127.0.0.1", open));
    database = await openFresh();
    ({ db } = database);
    actor = await insertActor(db, "robin@example.com", "admin");
  });
  afterAll(async () => {
    await database.close();
    await new Promise<void>((closed) => smtp.close(closed));
  });
  beforeEach(async () => {
    received = [];
    await clearNewsletters(db);
  });

  test("two instances send one mail to each subscriber; a permanently rejected mail fails", async () => {
    const people = await confirmedSubscribers(db, 12);
    const id = await someDraft(db, actor);
    const { port } = smtp.server.address() as AddressInfo;
    const lines: string[] = [];
    const log = collectLines(lines);
    const options = {
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from: "shop@shop.example",
      appUrl: "https://shop.example",
      complete: completeMails(db, { appUrl: "https://shop.example" }),
      deliveryTexts: async () => null,
      log,
    };
    const running = [
      startMailer(db, options),
      startMailer(db, options),
      startNewsletters(db, { log }),
      startNewsletters(db, { log }),
    ];
    await startSending(db, { id, version: 1, actor, now: new Date() });
    await eventually(async () => (await findNewsletter(db, id))?.state).toBe("sent");
    await Promise.all(running.map(({ stop }) => stop()));
    expect(received.toSorted()).toEqual(
      people
        .map(({ email }) => email)
        .filter((email) => email !== GONE)
        .toSorted(),
    );
    expect(await findNewsletter(db, id)).toMatchObject({
      progress: { recipients: 12, sent: 11, failed: 1, waiting: 0 },
    });
    expect(lines).toEqual([expect.stringMatching(/^mail newsletter:.*550/)]);
  });
});
