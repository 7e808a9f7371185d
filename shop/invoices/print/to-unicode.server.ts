import type { Font, Glyph, GlyphPosition, GlyphRun } from "fontkit";
import { shape } from "./fonts.server.ts";

/** The most glyphs that a font can have; ids beyond are the same glyphs with other code points. */
const GLYPHS = 0x10000;

/**
 * The code point of a glyph that is only a part of the one before, such as the dots of a letter: the combining grapheme
 * joiner, which readers ignore. For a glyph without a code point some readers invent a letter.
 */
const PART = 0x34f;

/** The subset of a font that goes into the document, as pdfkit fills it. */
interface Subset {
  glyphs: number[];
  mapping: Record<number, number>;
  includeGlyph: (glyph: number) => number;
}

/**
 * Returns the font with the code points of each glyph as they are used in one document, so that its text can be copied
 * and searched. The ToUnicode map of a PDF has one entry per glyph; but fonts draw several letters with one glyph
 * (Arabic without its dots), and some in another order than they are read (the Devanagari i). A glyph with other code
 * points is embedded again, and glyphs out of order have code points in reading order.
 */
export function withToUnicode(font: Font): Font {
  const variants = new Map<number, string[]>();
  const idOf = (glyph: number, codes: string) => {
    const known = variants.get(glyph) ?? [];
    if (!known.includes(codes)) known.push(codes);
    variants.set(glyph, known);
    return glyph + GLYPHS * known.indexOf(codes);
  };
  const variantOf = (glyph: Glyph, codePoints: number[], more: PropertyDescriptorMap = {}) => {
    const codes = codePoints.length > 0 ? codePoints : [PART];
    return Object.create(glyph, {
      id: { value: idOf(glyph.id, codes.join()) },
      codePoints: { value: codes },
      ...more,
    }) as Glyph;
  };
  const hasSpace = font.hasGlyphForCodePoint(0x20);
  const layout = (text: string): GlyphRun => {
    const run = shape(font, text);
    const codePoints = glyphCodePoints(run, text);
    const glyphs: Glyph[] = [];
    const positions: GlyphPosition[] = [];
    run.glyphs.forEach((glyph, i) => {
      const codes = codePoints[i] ?? [];
      // Readers that reverse right-to-left text also reverse the letters of a ligature: each gets its own glyph.
      const [first = [], ...others] =
        run.direction === "rtl" && hasSpace ? codes.map((code) => [code]) : [codes];
      for (const other of others.toReversed()) {
        glyphs.push(variantOf(font.glyphForCodePoint(0x20), other, { advanceWidth: { value: 0 } }));
        positions.push({ xAdvance: 0, yAdvance: 0, xOffset: 0, yOffset: 0 });
      }
      glyphs.push(variantOf(glyph, first));
      const position = run.positions[i];
      if (position) positions.push(position);
    });
    return Object.create(run, { glyphs: { value: glyphs }, positions: { value: positions } });
  };
  const createSubset = () => {
    const subset = font.createSubset() as unknown as Subset;
    subset.includeGlyph = (id) => {
      const at = (subset.mapping[id] ??= subset.glyphs.length);
      if (at === subset.glyphs.length) subset.glyphs.push(id % GLYPHS);
      return at;
    };
    return subset;
  };
  return Object.create(font, {
    layout: { value: layout },
    createSubset: { value: createSubset },
  }) as Font;
}

/** Returns the code points of each glyph; joined in reading order they are the text. */
function glyphCodePoints({ glyphs, direction }: GlyphRun, text: string): number[][] {
  const written = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  const toReadingOrder = <T>(items: T[]) => (direction === "rtl" ? items.toReversed() : items);
  const result: number[][] = [];
  let group: number[][] = [];
  let at = 0;
  for (const { codePoints } of toReadingOrder(glyphs)) {
    group.push(codePoints ?? []);
    const shown = group.flat();
    const read = written.slice(at, at + shown.length);
    if (!sameCodes(shown, read)) continue;
    result.push(...splitLike(read, group));
    at += shown.length;
    group = [];
  }
  return toReadingOrder([...result, ...group]);
}

/** Splits code points into parts as long as those of the group. */
function splitLike(codes: readonly number[], group: readonly number[][]): number[][] {
  let at = 0;
  return group.map(({ length }) => codes.slice(at, (at += length)));
}

function sameCodes(some: readonly number[], others: readonly number[]): boolean {
  const inOrder = (codes: readonly number[]) => codes.toSorted((a, b) => a - b).join();
  return inOrder(some) === inOrder(others);
}
