import { expect, onTestFinished, test } from "vitest";
import { inLanguage } from "#messages/current.server.ts";
import { ownerTexts, settings } from "../settings/tables.ts";
import { completeMails } from "../../tests/complete-mails.ts";
import { openFromPool } from "../../tests/embedded-pool.ts";
import { collectLines } from "../../tests/log.ts";
import { eventually, placedOrder, startTestSandbox } from "../../tests/make.ts";
import { startMailer } from "./mails.jobs.server.ts";

const appUrl = "https://shop.example";

interface Received {
  subject: string;
}

test("a mail has the owner's texts in the language of its order", async () => {
  const [{ db, close }, world] = await Promise.all([openFromPool(), startTestSandbox()]);
  await db.insert(settings).values([
    { name: "shopName", value: "Moon Shop" },
    { name: "deliveryTime", value: "Within an hour." },
  ]);
  await db.insert(ownerTexts).values([
    { name: "shopName", language: "es", text: "Tienda Luna" },
    { name: "deliveryTime", language: "es", text: "En una hora." },
  ]);
  const now = new Date();
  const { orderId: spanish } = await inLanguage("es", () => placedOrder(db, { now }));
  const { orderId: french } = await inLanguage("fr", () => placedOrder(db, { now }));
  const stated: string[] = [];
  const mailer = startMailer(db, {
    smtpUrl: world.smtpUrl,
    from: "The shop <shop@shop.example>",
    appUrl,
    complete: completeMails(db, { appUrl }),
    deliveryTexts: async ({ deliveryTime }) => {
      stated.push(deliveryTime);
      return null;
    },
    log: collectLines([]),
  });
  onTestFinished(async () => {
    await mailer.stop();
    await Promise.all([close(), world.close()]);
  });
  const inbox = () => world.get<Received[]>("/sandbox/mail/messages");
  await eventually(inbox).toHaveLength(2);
  const subjectOf = (orderId: string, received: readonly Received[]) =>
    received.find(({ subject }) => subject.includes(orderId))?.subject;
  const received = await inbox();
  expect(subjectOf(spanish, received)).toMatch(/^Tienda Luna/);
  expect(subjectOf(french, received)).toMatch(/^Moon Shop/);
  expect(stated).toContain("En una hora.");
  expect(stated).toContain("Within an hour.");
});
