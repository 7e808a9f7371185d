import createBidi from "bidi-js";
import { clustersOf, type Face, type FontOf, type LoadedFont } from "./fonts.server.ts";

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
export interface Run {
  text: string;
  font: LoadedFont;
  width: number;
}

export interface Line {
  /** In the order in which it is read. */
  text: string;
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
  const words = Array.from(
    new Intl.Segmenter("en", { granularity: "word" }).segment(text),
    ({ segment }) => segment,
  );
  return (
    longest(words, (part) => set(part.trimEnd()).width <= width) ||
    longest(clustersOf(text), (part) => set(part).width <= width) ||
    (clustersOf(text)[0] ?? "")
  );
}

function shortened(text: string, width: number, set: (part: string) => Line): string {
  const fits = (part: string) => set(`${part.trimEnd()}…`).width <= width;
  return `${longest(clustersOf(text), fits).trimEnd()}…`;
}

/** As many of the parts as fit together. */
function longest(parts: readonly string[], fits: (text: string) => boolean): string {
  let taken = "";
  for (const part of parts) {
    if (!fits(taken + part)) return taken;
    taken += part;
  }
  return taken;
}

function setLine(text: string, style: Style & { rightToLeft: boolean }, fontOf: FontOf): Line {
  const { levels } = bidi.getEmbeddingLevels(text, style.rightToLeft ? "rtl" : "ltr");
  const parts: { text: string; font: LoadedFont; level: number }[] = [];
  let at = 0;
  for (const cluster of clustersOf(text)) {
    const last = parts.at(-1);
    const level = levels[at] ?? 0;
    // A space takes the font of what it follows, if that has one: words of one script stay one run.
    const keeps = cluster === " " && last?.font.font.hasGlyphForCodePoint(0x20);
    const font = keeps ? last.font : fontOf(cluster, style.face);
    if (last?.font === font && last.level === level) last.text += cluster;
    else parts.push({ text: cluster, font, level });
    at += cluster.length;
  }
  const runs = visualOrder(parts).map(({ level, font, text: logical }) => {
    const shown = level % 2 === 1 ? turned(logical) : logical;
    return { text: shown, font, width: widthOf(shown, font) * style.size };
  });
  return { text, runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
}

/** Rule L2 of the bidirectional algorithm (UAX 9): from the highest level down, runs of it are turned round. */
function visualOrder<Part extends { level: number }>(parts: readonly Part[]): Part[] {
  let ordered = [...parts];
  for (let level = Math.max(0, ...parts.map((part) => part.level)); level > 0; level -= 1) {
    const turned: Part[] = [];
    let group: Part[] = [];
    for (const part of ordered) {
      if (part.level >= level) group = [part, ...group];
      else {
        turned.push(...group, part);
        group = [];
      }
    }
    ordered = [...turned, ...group];
  }
  return ordered;
}

/** Brackets face the other way. Letters are turned by the font, which joins them; what has no letter is turned here. */
function turned(text: string): string {
  const mirrored = Array.from(text, (char) => bidi.getMirroredCharacter(char) ?? char).join("");
  return /\p{L}/u.test(text) ? mirrored : clustersOf(mirrored).toReversed().join("");
}

/** In points, at a size of one. */
function widthOf(text: string, { font }: LoadedFont): number {
  return font.layout(text).advanceWidth / font.unitsPerEm;
}
