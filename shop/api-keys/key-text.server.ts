import { createHash } from "node:crypto";
import { randomText } from "#lib/random.server.ts";

/** Letters and digits only: a double click marks all of it. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** 62^43 is a little more than 2^256. */
const LENGTH = 43;
/** So much of the random part is shown in lists: 24 bits, which leave more than anybody could try. */
const SHOWN = 4;

/** What scanners for secrets look for, and whoever finds one somewhere: also in docs/api.md. */
const KEY_TEXT = new RegExp(`^satchel_(live|test)_[A-Za-z0-9]{${LENGTH}}$`);

/** A new key. Those of a sandbox say so. */
export function newKeyText(mode: "sandbox" | "live"): string {
  return `satchel_${mode === "live" ? "live" : "test"}_${randomText(LENGTH, ALPHABET)}`;
}

/** True for what a key looks like: nothing else is ever one. */
export function isKeyText(text: string): boolean {
  return KEY_TEXT.test(text);
}

export function beginningOf(key: string): string {
  return key.slice(0, -(LENGTH - SHOWN));
}

/**
 * What is kept of a key. A fast hash without salt is right for it, unlike for a password: of 2^256 keys none can be
 * guessed, however fast, and no two are alike. And the database finds it by its index, so that no comparison's time
 * tells how much of a guess was right.
 */
export function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
