import { join } from "node:path";
import { openJournal } from "../journal.ts";
import { paypalEvents, paypalSign } from "../paypal/events.ts";
import { stripeEvents, stripeSign } from "../stripe/events.ts";
import { openTillAccess, type TillAccess } from "./access.ts";
import { billSchema } from "./bill.ts";
import { messageRecord, Post } from "./post.ts";
import { Replies, replyRecord } from "./replies.ts";
import { Till } from "./till.ts";

/** Both services on whose pages people pay, as far as they are alike. */
export type Desk = { till: Till; post: Post; replies: Replies; access: TillAccess };

/** Opens what is kept in `dir`; what happens is told to the shop from then on. */
export function openDesk(dir: string): Desk {
  const access = openTillAccess();
  const till = new Till(openJournal(join(dir, "till.jsonl"), billSchema));
  const post = new Post(openJournal(join(dir, "messages.jsonl"), messageRecord), {
    stripe: stripeSign(access.stripe.webhookSecret),
    paypal: paypalSign(access.paypal),
  });
  const writers = { stripe: stripeEvents, paypal: paypalEvents };
  till.listen((bill, news) => {
    for (const { id, body } of writers[bill.service](bill, news)) post.send(bill.service, id, body);
  });
  return {
    till,
    post,
    replies: new Replies(openJournal(join(dir, "replies.jsonl"), replyRecord)),
    access,
  };
}
