import PostalMime from "postal-mime";
import type { Address } from "postal-mime";
import { z } from "zod";
import type { Journal } from "../journal.ts";

const messageSchema = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  date: z.string(),
  headers: z.object({ name: z.string(), value: z.string() }).array(),
  attachments: z.object({ filename: z.string(), mimeType: z.string(), bytes: z.number() }).array(),
});

/**
 * A received mail. `to` lists the addresses it was delivered to, `date` is when it arrived (ISO);
 * a part it does not have is "".
 */
export type Message = z.infer<typeof messageSchema>;

/** A line of mail.jsonl. */
export const mailRecord = z.discriminatedUnion("t", [
  z.object({ t: z.literal("mail"), message: messageSchema }),
  z.object({ t: z.literal("clear") }),
]);
type MailRecord = z.infer<typeof mailRecord>;

/** Every mail that was sent to anyone, stored across restarts. */
export class Mailbox {
  readonly #journal: Journal<MailRecord>;
  #messages: Message[] = [];
  #received = 0;

  constructor(journal: Journal<MailRecord>) {
    this.#journal = journal;
    for (const record of journal.past) this.#apply(record);
  }

  /** All messages, newest first. */
  list(): Message[] {
    return this.#messages.toReversed();
  }

  find(id: string): Message | undefined {
    return this.#messages.find((message) => message.id === id);
  }

  /** Parses and stores a raw mail; it is on disk when this resolves. */
  async receive(raw: Uint8Array, envelope: { from: string; to: string[] }): Promise<void> {
    const mail = await PostalMime.parse(raw);
    this.#commit({
      t: "mail",
      message: {
        id: String(this.#received + 1),
        to: envelope.to.join(", "),
        from: mail.from === undefined ? envelope.from : formatAddress(mail.from),
        subject: mail.subject ?? "",
        text: mail.text ?? "",
        html: mail.html ?? "",
        date: new Date().toISOString(),
        headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
        attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
          filename: filename ?? "unnamed",
          mimeType,
          bytes: typeof content === "string" ? content.length : content.byteLength,
        })),
      },
    });
  }

  /** Deletes all messages. */
  clear(): void {
    this.#commit({ t: "clear" });
  }

  #commit(record: MailRecord): void {
    this.#journal.append(record);
    this.#apply(record);
  }

  #apply(record: MailRecord): void {
    if (record.t === "clear") {
      this.#messages = [];
      return;
    }
    this.#messages.push(record.message);
    this.#received += 1;
  }
}

function formatAddress({ name, address }: Address): string {
  if (address === undefined || address === "") return name;
  return name === "" ? address : `${name} <${address}>`;
}
