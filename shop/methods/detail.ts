const MAX_LENGTH = 300;

/**
 * A service's words as they may be told to the log and the owner: it is free to quote what it was sent, which may be
 * a key or a buyer's address.
 */
export function tellable(words: string): string {
  return words
    .replaceAll(/\b(?:[srp]k|whsec)_\w+(?:\*+\w*)?/g, "(a key)")
    .replaceAll(/[^\s"'<>()]+@[^\s"'<>()]+/g, "(an address)")
    .replaceAll(/\s+/g, " ")
    .slice(0, MAX_LENGTH);
}
