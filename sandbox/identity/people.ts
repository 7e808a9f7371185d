import { createHash } from "node:crypto";
import { z } from "zod";
import type { Journal } from "../journal.ts";

const RECENT = 5;

/** The identity providers of the sandbox. */
export type Provider = "google" | "facebook";

const personSchema = z.object({ name: z.string(), email: z.string(), verified: z.boolean() });

/** Someone with an account at a provider; email is "" for a Facebook account without one. */
export type Person = z.infer<typeof personSchema>;

/** A line of people.jsonl: someone signed in. */
export const signInRecord = personSchema.extend({ provider: z.enum(["google", "facebook"]) });
type SignIn = z.infer<typeof signInRecord>;

/** The users of the provider stand-ins, stored across restarts. */
export class People {
  readonly #journal: Journal<SignIn>;
  readonly #signIns: SignIn[];

  constructor(journal: Journal<SignIn>) {
    this.#journal = journal;
    this.#signIns = [...journal.past];
  }

  /** The last few accounts that signed in with this provider, newest first, as they then were. */
  recent(provider: Provider): Person[] {
    const byAccount = new Map<string, Person>();
    for (const { provider: at, ...person } of this.#signIns.toReversed()) {
      const account = accountId(provider, person);
      if (at === provider && !byAccount.has(account)) byAccount.set(account, person);
    }
    return [...byAccount.values()].slice(0, RECENT);
  }

  /** Stores a sign-in. */
  remember(provider: Provider, { name, email, verified }: Person): void {
    const signIn = { provider, name, email, verified };
    this.#journal.append(signIn);
    this.#signIns.push(signIn);
  }
}

/**
 * The provider's id of an account: always the same for an email, however it is
 * capitalised, and for a name where there is no email.
 */
export function accountId(provider: Provider, { name, email }: Person): string {
  const key = email === "" ? `name ${name}` : `email ${email.toLowerCase()}`;
  const hash = createHash("sha256").update(`${provider} ${key}`).digest("hex");
  // As long as the real ones, which do not fit into a JavaScript number.
  const digits = provider === "google" ? 20n : 16n;
  return `1${String(BigInt(`0x${hash}`) % 10n ** digits).padStart(Number(digits), "0")}`;
}
