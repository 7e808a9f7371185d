import createBidi from "bidi-js";
import { clustersOf, type Face, type FontOf, type LoadedFont, shape } from "./fonts.server.ts";

/** How a text is set; sizes and widths in points. */
export interface Style {
  face: Face;
  size: number;
  /** Where it is broken; never without. */
  width?: number;
  /** What goes beyond ends with "…". */
  maxLines?: number;
}

/** Characters of one font and one direction, as the page shows them from left to right. */
interface Run {
  text: string;
  font: LoadedFont;
  width: number;
}

export interface Line {
  /** In the order in which it is seen. */
  runs: Run[];
  width: number;
}

const bidi = createBidi();

/** A text as it may be printed: no control characters, and nothing that turns the direction of what follows. */
export function printable(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/[\p{Cc}\p{Cs}\p{Co}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim();
}

/** Sets a printable text in lines, broken between words, or within one that is wider than a line. */
export function setLines(text: string, style: Style, fontOf: FontOf): Line[] {
  const { width = Infinity, maxLines = Infinity } = style;
  const rightToLeft = bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1;
  const set = (part: string) => setLine(part, { ...style, rightToLeft }, fontOf);
  const lines: Line[] = [];
  let rest = text;
  while (rest !== "") {
    const taken = lines.length + 1 < maxLines ? fitting(rest, width, set) : rest;
    const line = set(taken.trim());
    lines.push(line.width <= width ? line : set(shortened(taken, width, set)));
    rest = rest.slice(taken.length).trimStart();
  }
  return lines;
}

/** As much of the beginning as fits, in whole words if one does; at least one character. */
function fitting(text: string, width: number, set: (part: string) => Line): string {
  if (set(text).width <= width) return text;
  return (
    longest(wordsOf(text), (part) => set(part.trimEnd()).width <= width) ||
    longest(clustersOf(text), (part) => set(part).width <= width) ||
    (clustersOf(text)[0] ?? "")
  );
}

/** What follows a word stays with it: spaces, commas, hyphens. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter("en", { granularity: "word" }).segment(
    text,
  )) {
    if (isWordLike || words.length === 0) words.push(segment);
    else words.push(`${words.pop()}${segment}`);
  }
  return words;
}

function shortened(text: string, width: number, set: (part: string) => Line): string {
  const fits = (part: string) => set(`${part.trimEnd()}…`).width <= width;
  return `${longest(clustersOf(text), fits).trimEnd()}…`;
}

/** As many of the parts as fit together: halving what is uncertain, since setting a line takes time. */
function longest(parts: readonly string[], fits: (text: string) => boolean): string {
  let [sure, tooMany] = [0, parts.length + 1];
  while (tooMany - sure > 1) {
    const middle = Math.floor((sure + tooMany) / 2);
    if (fits(parts.slice(0, middle).join(""))) sure = middle;
    else tooMany = middle;
  }
  return parts.slice(0, sure).join("");
}

function setLine(text: string, style: Style & { rightToLeft: boolean }, fontOf: FontOf): Line {
  const { levels } = bidi.getEmbeddingLevels(text, style.rightToLeft ? "rtl" : "ltr");
  const parts: { text: string; font: LoadedFont; level: number }[] = [];
  let at = 0;
  for (const cluster of clustersOf(text)) {
    const last = parts.at(-1);
    const level = levels[at] ?? 0;
    // A space takes the font of what it follows, if that has one: words of one script stay one run.
    const font =
      cluster === " " && last?.font.font.hasGlyphForCodePoint(0x20)
        ? last.font
        : fontOf(cluster, style.face);
    if (last?.font === font && last.level === level) last.text += cluster;
    else parts.push({ text: cluster, font, level });
    at += cluster.length;
  }
  const runs = visualOrder(parts).map(({ level, font, text: logical }) => {
    const shown = level % 2 === 1 ? turned(logical) : logical;
    const { advanceWidth } = shape(font.font, shown);
    return { text: shown, font, width: (advanceWidth / font.font.unitsPerEm) * style.size };
  });
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
}

/** Rule L2 of the bidirectional algorithm (UAX 9): from the highest level down, runs of it are turned round. */
function visualOrder<Part extends { level: number }>(parts: readonly Part[]): Part[] {
  const ordered = [...parts];
  for (let level = Math.max(0, ...parts.map((part) => part.level)); level > 0; level -= 1) {
    let first = 0;
    for (let at = 0; at <= ordered.length; at += 1) {
      if ((ordered[at]?.level ?? 0) >= level) continue;
      ordered.splice(first, at - first, ...ordered.slice(first, at).toReversed());
      first = at + 1;
    }
  }
  return ordered;
}

/** Brackets face the other way. Letters are turned by the font, which joins them; what has no letter is turned here. */
function turned(text: string): string {
  const mirrored = Array.from(text, (char) => bidi.getMirroredCharacter(char) ?? char).join("");
  return /\p{L}/u.test(text) ? mirrored : clustersOf(mirrored).toReversed().join("");
}
