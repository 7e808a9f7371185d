import { type Result, err, ok } from "#lib/result.ts";

/** One of the alternatives of a restriction, such as `method=invoice`. */
export interface RuneAlternative {
  field: string;
  /** Such as `=` (is), `/` (is not), `^` (begins with), `!` (is missing) or `#` (a comment: always true). */
  condition: string;
  value: string;
}

const AUTHENTICATION_CODE_BYTES = 32;
const CONDITIONS = "!=/^$~<>{}#";

/**
 * Returns the restrictions of a rune of Core Lightning: all have to hold, and of each one alternative. A rune is
 * base64url of an authentication code and the restrictions as text, `&` between them and `|` between alternatives
 * (https://github.com/rustyrussell/runes; ElementsProject/lightning: doc/schemas/createrune.json).
 */
export function runeRestrictions(rune: string): Result<RuneAlternative[][], string> {
  if (!/^[\w-]+={0,2}$/.test(rune)) return err("not a rune");
  const bytes = Buffer.from(rune, "base64url");
  if (bytes.length < AUTHENTICATION_CODE_BYTES) return err("a rune that is cut off");
  const text = bytes.subarray(AUTHENTICATION_CODE_BYTES).toString("utf8");
  if (text === "") return ok([]);
  const restrictions = splitUnescaped(text, "&").map((restriction) =>
    splitUnescaped(restriction, "|").map(readAlternative),
  );
  // Only the first restriction is the rune's number.
  const hasNumberElsewhere = restrictions.some(
    (alternatives, index) =>
      (index > 0 || alternatives.length > 1) && alternatives.some((each) => each?.field === ""),
  );
  if (hasNumberElsewhere || restrictions.flat().includes(null))
    return err("a rune with a restriction that cannot be read");
  return ok(restrictions.map((alternatives) => alternatives.filter((each) => each !== null)));
}

function readAlternative(text: string): RuneAlternative | null {
  // The first restriction has no field: its value is the rune's number.
  const [, field = "", condition = "", value = ""] = /^(\w*)(\W)(.*)$/s.exec(text) ?? [];
  if (condition === "" || !CONDITIONS.includes(condition)) return null;
  if (field === "" && condition !== "=") return null;
  return { field, condition, value: value.replaceAll(/\\(.)/gs, "$1") };
}

/** Splits at the separators that have no backslash before them. */
function splitUnescaped(text: string, separator: string): string[] {
  const parts = [""];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === separator) parts.push("");
    else {
      const taken = character === "\\" ? text.slice(at, at + 2) : character;
      parts.push(`${parts.pop() ?? ""}${taken}`);
      at += taken.length - 1;
    }
  }
  return parts;
}
