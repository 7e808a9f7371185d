import { createHash } from "node:crypto";
import { randomText } from "#lib/random.server.ts";

/** Letters and digits only, so that a double click selects the whole key. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** 62^43 is a little more than 2^256. */
const LENGTH = 43;
/** How many random characters lists show: 24 bits, which leave 232 unknown ones. */
const SHOWN = 4;

/** The pattern for secret scanners, also in docs/api.md. */
const KEY_TEXT = new RegExp(`^satchel_(live|test)_[A-Za-z0-9]{${LENGTH}}$`);

/** Generates a key, with another prefix in sandbox mode. */
export function newKeyText(mode: "sandbox" | "live"): string {
  return `satchel_${mode === "live" ? "live" : "test"}_${randomText(LENGTH, ALPHABET)}`;
}

/** Returns whether a text has the format of a key. */
export function isKeyText(text: string): boolean {
  return KEY_TEXT.test(text);
}

export function prefixOf(key: string): string {
  return key.slice(0, -(LENGTH - SHOWN));
}

/**
 * Returns the stored digest of a key. Unlike a password, a key with 256 random bits needs neither salt nor a slow
 * hash. The database looks the digest up by its index, so that timing reveals nothing about the key.
 */
export function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
