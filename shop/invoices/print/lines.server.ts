import createBidi from "bidi-js";
import { clustersOf, type Face, type FontOf, type LoadedFont, shape } from "./fonts.server.ts";

/** How a text is laid out; sizes and widths in points. */
export interface Style {
  face: Face;
  size: number;
  /** The width at which lines are broken; without it, they are not. */
  width?: number;
  /** The last line is shortened with "…" when the text does not fit. */
  maxLines?: number;
}

/** Characters of one font and one direction, in visual order from left to right. */
interface Run {
  text: string;
  font: LoadedFont;
  width: number;
}

export interface Line {
  /** In visual order. */
  runs: Run[];
  width: number;
}

const bidi = createBidi();

/** Removes the characters by which a text sets its direction, from what people wrote. */
export function withoutDirection(text: string): string {
  return text.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** Normalizes a text for printing: without control characters, but with the marks and isolates of translated texts. */
export function printable(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/[\p{Cc}\p{Cs}\p{Co}\u202a-\u202e]/gu, "")
    .trim();
}

/** Lays out a printable text in lines, broken between words, or within a word that is wider than a line. */
export function setLines(text: string, style: Style, fontOf: FontOf): Line[] {
  const { width = Infinity, maxLines = Infinity } = style;
  const rightToLeft = bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1;
  const set = (part: string) => setLine(part, { ...style, rightToLeft }, fontOf);
  const lines: Line[] = [];
  let rest = text;
  while (rest !== "") {
    const taken = lines.length + 1 < maxLines ? fittingStart(rest, width, set) : rest;
    const line = set(taken.trim());
    lines.push(line.width <= width ? line : set(shorten(taken, width, set)));
    rest = rest.slice(taken.length).trimStart();
  }
  return lines;
}

/** Returns the longest beginning that fits, in whole words if one fits; at least one character. */
function fittingStart(text: string, width: number, set: (part: string) => Line): string {
  if (set(text).width <= width) return text;
  return (
    longest(wordsOf(text), (part) => set(part.trimEnd()).width <= width) ||
    longest(clustersOf(text), (part) => set(part).width <= width) ||
    (clustersOf(text)[0] ?? "")
  );
}

/** Splits a text into words, each with the spaces and punctuation after it. */
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

function shorten(text: string, width: number, set: (part: string) => Line): string {
  const fits = (part: string) => set(`${part.trimEnd()}…`).width <= width;
  return `${longest(clustersOf(text), fits).trimEnd()}…`;
}

/** Joins as many of the parts as fit. Binary search, since laying out a line is slow. */
function longest(parts: readonly string[], fits: (text: string) => boolean): string {
  let [fitting, tooMany] = [0, parts.length + 1];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(parts.slice(0, middle).join(""))) fitting = middle;
    else tooMany = middle;
  }
  return parts.slice(0, fitting).join("");
}

function setLine(text: string, style: Style & { rightToLeft: boolean }, fontOf: FontOf): Line {
  const { levels } = bidi.getEmbeddingLevels(text, style.rightToLeft ? "rtl" : "ltr");
  const parts: { text: string; font: LoadedFont; level: number }[] = [];
  let at = 0;
  for (const cluster of clustersOf(text)) {
    const last = parts.at(-1);
    const level = levels[at] ?? 0;
    at += cluster.length;
    // Direction is done: its characters would separate runs of one font, or need one.
    if (withoutDirection(cluster) === "") continue;
    // A space has the font of the character before it, if that font has one, so that several words stay one run.
    const font =
      cluster === " " && last?.font.font.hasGlyphForCodePoint(0x20)
        ? last.font
        : fontOf(cluster, style.face);
    if (last?.font === font && last.level === level) last.text += cluster;
    else parts.push({ text: cluster, font, level });
  }
  const runs = visualOrder(parts).map(({ level, font, text: logical }) => {
    const shown = level % 2 === 1 ? toVisual(logical) : logical;
    const { advanceWidth } = shape(font.font, shown);
    return { text: shown, font, width: (advanceWidth / font.font.unitsPerEm) * style.size };
  });
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
}

/** Orders runs by rule L2 of the bidirectional algorithm (UAX 9): reverses them from the highest level down. */
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

/** Mirrors brackets. The font reverses runs with letters, since it joins them; others are reversed here. */
function toVisual(text: string): string {
  const mirrored = Array.from(text, (char) => bidi.getMirroredCharacter(char) ?? char).join("");
  return /\p{L}/u.test(text) ? mirrored : clustersOf(mirrored).toReversed().join("");
}
