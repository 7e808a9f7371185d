import { randomInt } from "node:crypto";

/** A text of `length` characters, each drawn evenly from `alphabet` by the system's secure source. */
export function randomText(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}
