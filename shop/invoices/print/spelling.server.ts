import type { Font, Glyph, GlyphPosition, GlyphRun } from "fontkit";
import { shape } from "./fonts.server.ts";

/** As many as a font can have: ids beyond are the same glyphs, with another spelling. */
const GLYPHS = 0x10000;

/**
 * What a glyph stands for that is only a part of the one before, such as the dots of a letter. Nothing at all would
 * do, but some readers then make a letter up: the combining grapheme joiner is ignored by all.
 */
const PART = 0x34f;

/** The subset of a font that goes into the document, as pdfkit fills it. */
interface Subset {
  glyphs: number[];
  mapping: Record<number, number>;
  includeGlyph: (glyph: number) => number;
}

/**
 * A font for one document that says of each glyph which characters it stands for there. A PDF knows one answer for
 * a glyph; but fonts draw several letters with the same one (Arabic without its dots), and some in another order
 * than they are read in (the Devanagari i). Here a glyph with a second answer is embedded a second time, and what
 * is out of order is answered in the order of reading.
 */
export function spelled(font: Font): Font {
  const spellings = new Map<number, string[]>();
  const idOf = (glyph: number, spelling: string) => {
    const known = spellings.get(glyph) ?? [];
    if (!known.includes(spelling)) known.push(spelling);
    spellings.set(glyph, known);
    return glyph + GLYPHS * known.indexOf(spelling);
  };
  const standIn = (glyph: Glyph, spelling: number[], more: PropertyDescriptorMap = {}) => {
    const codes = spelling.length > 0 ? spelling : [PART];
    return Object.create(glyph, {
      id: { value: idOf(glyph.id, codes.join()) },
      codePoints: { value: codes },
      ...more,
    }) as Glyph;
  };
  const hasSpace = font.hasGlyphForCodePoint(0x20);
  const layout = (text: string): GlyphRun => {
    const run = shape(font, text);
    const spelling = spell(run, text);
    const glyphs: Glyph[] = [];
    const positions: GlyphPosition[] = [];
    run.glyphs.forEach((glyph, i) => {
      const codes = spelling[i] ?? [];
      // Some who turn the letters round again turn a ligature's, too: they get one at a time.
      const [first = [], ...others] =
        run.direction === "rtl" && hasSpace ? codes.map((code) => [code]) : [codes];
      for (const other of others.toReversed()) {
        glyphs.push(standIn(font.glyphForCodePoint(0x20), other, { advanceWidth: { value: 0 } }));
        positions.push({ xAdvance: 0, yAdvance: 0, xOffset: 0, yOffset: 0 });
      }
      glyphs.push(standIn(glyph, first));
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

/** The characters of each glyph, so that one after the other they are the text. */
function spell({ glyphs, direction }: GlyphRun, text: string): number[][] {
  const written = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  const turn = <T>(items: T[]) => (direction === "rtl" ? items.toReversed() : items);
  const spelling: number[][] = [];
  let group: number[][] = [];
  let at = 0;
  for (const { codePoints } of turn(glyphs)) {
    group.push(codePoints ?? []);
    const shown = group.flat();
    const read = written.slice(at, at + shown.length);
    if (!sameCodes(shown, read)) continue;
    spelling.push(...sharedOut(read, group));
    at += shown.length;
    group = [];
  }
  return turn([...spelling, ...group]);
}

/** Deals them out in their order: to each as many as it had. */
function sharedOut(codes: readonly number[], group: readonly number[][]): number[][] {
  let at = 0;
  return group.map(({ length }) => codes.slice(at, (at += length)));
}

function sameCodes(some: readonly number[], others: readonly number[]): boolean {
  const inOrder = (codes: readonly number[]) => codes.toSorted((a, b) => a - b).join();
  return inOrder(some) === inOrder(others);
}
