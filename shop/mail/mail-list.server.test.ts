import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Language } from "#messages/languages.ts";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { anyAddress, someMail } from "../../tests/make.ts";
import { newsletters } from "../newsletter/tables.ts";
import type { MailMessage } from "./mail-message.ts";
import { countMails, listMails, mailsOfOrder, mailsTo } from "./mail-list.server.ts";
import type { MailQuery } from "./mail-list.ts";
import {
  claimMail,
  enqueueMail,
  enqueueMails,
  forgetOrder,
  forgetRecipient,
  markFailed,
  markSent,
} from "./mails.server.ts";
import { mails } from "./tables.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (hours: number) => new Date(start.getTime() + hours * 60 * 60_000);
const all = { search: "", state: null, audience: null, cursor: null, perPage: 50 };

describeOnBothDatabases("the list of mails", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.delete(mails);
    await db.delete(newsletters);
  });

  const enqueue = (
    mail: { key: string; to?: string; message?: MailMessage; language?: Language },
    hours = 0,
  ) => enqueueMail(db, { ...someMail(mail.key), ...mail, now: at(hours) } as never);
  const claim = async (hours: number) => {
    const mail = await claimMail(db, at(hours));
    if (!mail) throw new Error("nothing to send");
    return mail;
  };
  const fail = async (hours: number) => markFailed(db, await claim(hours), "550 no", at(hours));
  const send = async (hours: number) => markSent(db, await claim(hours), at(hours));
  const keys = async (query: Partial<MailQuery> & { perPage?: number } = {}) =>
    (await listMails(db, { ...all, ...query })).mails.map(({ key }) => key);

  test("shows subject, state and reason, and no content", async () => {
    await enqueue({ key: "failed" });
    await fail(24);
    await enqueue({ key: "refused" }, 24);
    await fail(24);
    await enqueue({ key: "sent" }, 25);
    // The refused one is due before it.
    await fail(26);
    await send(26);
    await enqueue({ key: "waiting" }, 27);
    const { mails: listed } = await listMails(db, all);
    expect(listed).toMatchObject([
      { key: "waiting", state: "waiting", error: null, canResend: false },
      { key: "sent", state: "sent", sentAt: at(26), canResend: true },
      { key: "refused", state: "refused", error: "550 no", attempts: 2, canResend: false },
      {
        key: "failed",
        state: "failed",
        error: "550 no",
        to: "mira@example.com",
        subject: "Order 7KQ2M9X is placed",
        orderId: "7KQ2M9X",
        canResend: true,
      },
    ]);
    expect(JSON.stringify(listed)).not.toContain("trackingKey");
    expect(await keys({ state: "undelivered" })).toEqual(["refused", "failed"]);
    expect(await keys({ state: "sent" })).toEqual(["sent"]);
    expect(await keys({ state: "waiting" })).toEqual(["waiting"]);
    expect(await countMails(db)).toEqual({ waiting: 1, undelivered: 2, failed: 1 });
  });

  test("is searched by the beginning of an address and by order, and filtered by recipient", async () => {
    await enqueue({ key: "a", to: "Mira.Holt@example.com" });
    const message = { template: "reset-password" } as const;
    await enqueue({ key: "b", to: "m_x@example.com", message }, 1);
    const service = {
      template: "admin-alert",
      about: "price",
      since: at(0).toISOString(),
    } as const;
    await enqueue({ key: "c", to: "robin@example.com", message: service }, 2);
    expect(await keys({ search: "mira.h" })).toEqual(["a"]);
    expect(await keys({ search: "m_" })).toEqual(["b"]);
    expect(await keys({ search: "example" })).toEqual([]);
    expect(await keys({ search: "#7kq2m9x" })).toEqual(["a"]);
    expect(await keys({ search: "mi\u0000ra" })).toEqual(["a"]);
    expect(await keys({ audience: "customers" })).toEqual(["b", "a"]);
    expect(await keys({ audience: "administrators" })).toEqual(["c"]);
  });

  test("pages forward and back through mails of the same moment", async () => {
    for (let n = 0; n < 7; n += 1) await enqueue({ key: `m${n}` }, n % 2);
    const list = await keys();
    const first = await listMails(db, { ...all, perPage: 3 });
    expect(first.next).toEqual({ side: "after", key: list[2] });
    expect(await keys({ perPage: 3, cursor: first.next })).toEqual(list.slice(3, 6));
    const back = { side: "before", key: list[5] ?? "" } as const;
    expect(await keys({ perPage: 3, cursor: back })).toEqual(list.slice(2, 5));
  });

  test("of a customer has newsletters, which the list of all does not", async () => {
    await db
      .insert(newsletters)
      .values({ id: 1, subject: "News", markdown: "", createdAt: start, updatedAt: start });
    const message = { template: "newsletter", newsletterId: 1, unsubscribePath: "/x" } as const;
    const newsletter = { key: "n", to: anyAddress("mira@example.com"), message };
    await enqueueMails(db, [newsletter], at(1), 1);
    await enqueue({ key: "placed", to: "MIRA@example.com" });
    expect(await mailsTo(db, "mira@example.com", 5)).toMatchObject([
      { key: "n", subject: "News", canResend: false },
      { key: "placed" },
    ]);
    expect(await keys()).toEqual(["placed"]);
  });

  test("of an order has those to the customer", async () => {
    await enqueue({ key: "placed" });
    const { message } = someMail("");
    await enqueue({ key: "other", message: { ...message, orderId: "AAAAAAA" } });
    await enqueue({ key: "admin", message: { ...message, template: "admin-order" } as never });
    expect(await mailsOfOrder(db, "7KQ2M9X")).toMatchObject([{ key: "placed" }]);
  });

  test("forgets the address of a deleted account, and the mails of a purged order", async () => {
    const message = { template: "reset-password" } as const;
    await enqueue({ key: "placed", to: "Mira@example.com" });
    await enqueue({ key: "reset", message });
    await send(1);
    await send(1);
    await enqueue({ key: "completed" }, 2);
    await forgetRecipient(db, "mira@example.com");
    expect(await keys()).toEqual(["completed", "placed"]);
    const [placed] = await db.select().from(mails).where(eq(mails.key, "placed"));
    expect(placed).toMatchObject({ to: "", sentAt: at(1) });
    expect(placed?.message).toEqual({ template: "order-placed", orderId: "7KQ2M9X" });
    const [listed] = (await mailsOfOrder(db, "7KQ2M9X")).slice(1);
    expect(listed).toMatchObject({ subject: null, to: "", state: "sent", canResend: false });
    await forgetOrder(db, "7KQ2M9X");
    expect(await keys()).toEqual([]);
  });
});
