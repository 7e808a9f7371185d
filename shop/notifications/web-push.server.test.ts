import { createECDH } from "node:crypto";
import * as z from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { openFromPool } from "../../tests/embedded-pool.ts";
import { decrypt } from "../../tests/push-service.ts";
import { encryptPush, readVapidKeys, subscriptionSchema } from "./web-push.server.ts";

/** RFC 8291, appendix A. */
const rfc = {
  text: "When I grow up, I want to be a watermelon",
  senderPrivate: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  receiverPrivate: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};
const bytes = (text: string) => Buffer.from(text, "base64url");

test("the example of RFC 8291 is encrypted to its bytes, and decrypted by the stand-in", () => {
  const { privateKey, salt } = { privateKey: bytes(rfc.senderPrivate), salt: bytes(rfc.salt) };
  const body = encryptPush(rfc.text, rfc, { privateKey, salt });
  expect(body.toString("base64url")).toBe(rfc.body);
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(bytes(rfc.receiverPrivate));
  expect(decrypt(bytes(rfc.body), { ecdh, auth: bytes(rfc.auth) })).toBe(rfc.text);
});

test("each message has a key and a salt of its own", () => {
  const [one, other] = [encryptPush("a", rfc), encryptPush("a", rfc)];
  expect(one.subarray(0, 16)).not.toEqual(other.subarray(0, 16));
  expect(one.subarray(21, 86)).not.toEqual(other.subarray(21, 86));
});

test.each([
  ["a subscription", {}, true],
  ["a point that is not on the curve", { p256dh: `BA${"A".repeat(85)}` }, false],
  ["a compressed point", { p256dh: `A${"A".repeat(43)}` }, false],
  ["a short secret", { auth: "AAAA" }, false],
  ["no URL", { endpoint: "push" }, false],
])("%s is accepted or not", (_case, change, accepted) => {
  const { p256dh, auth } = rfc;
  const subscription = { endpoint: "https://push.example/1", p256dh, auth, ...change };
  expect(z.safeParse(subscriptionSchema, subscription).success).toBe(accepted);
});

let database: Database;
beforeAll(async () => {
  database = await openFromPool();
});
afterAll(() => database.close());

test("the shop's keys are made once", async () => {
  const [first, second] = [await readVapidKeys(database.db), await readVapidKeys(database.db)];
  expect(first).toEqual(second);
  expect(bytes(first.publicKey)).toHaveLength(65);
});
