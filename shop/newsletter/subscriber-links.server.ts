import { createHmac, timingSafeEqual } from "node:crypto";
import type { Db } from "#db/client.server.ts";
import { isUuid } from "#lib/text.ts";
import { readSecret } from "../settings/settings.server.ts";
import { CONFIRM_DAYS, type SubscriberLink } from "./subscriber.ts";
import { DAY_MS } from "#lib/time.ts";

export const UNSUBSCRIBE_PATH = "/newsletter/unsubscribe";
const CONFIRM_PATH = "/newsletter/confirm";

/** Returns the signed path that confirms a subscription, valid for `CONFIRM_DAYS`. */
export async function confirmPath(db: Db, id: string, now: Date): Promise<string> {
  const until = now.getTime() + CONFIRM_DAYS * DAY_MS;
  const key = await signed(db, `confirm ${id} ${until}`);
  return `${CONFIRM_PATH}?id=${id}&until=${until}&key=${key}`;
}

/** True when the signature of a confirmation link is valid and the link has not expired. */
export async function isConfirmLink(db: Db, link: SubscriberLink, now: Date): Promise<boolean> {
  if (!isUuid(link.id) || !(link.until > now.getTime())) return false;
  return matches(await signed(db, `confirm ${link.id} ${link.until}`), link.key);
}

/** Returns the signed unsubscribe path of each subscriber. It does not expire, because a mail may be years old. */
export async function unsubscribePaths(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const sign = await signer(db);
  return new Map(
    ids.map((id) => [id, `${UNSUBSCRIBE_PATH}?id=${id}&key=${sign(`unsubscribe ${id}`)}`]),
  );
}

/** True when the signature of an unsubscribe link is valid. */
export async function isUnsubscribeLink(db: Db, link: SubscriberLink): Promise<boolean> {
  return isUuid(link.id) && matches(await signed(db, `unsubscribe ${link.id}`), link.key);
}

async function signed(db: Db, text: string): Promise<string> {
  return (await signer(db))(text);
}

async function signer(db: Db): Promise<(text: string) => string> {
  const secret = await readSecret(db, "newsletter-links");
  return (text) => createHmac("sha256", secret).update(text).digest("base64url");
}

function matches(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
