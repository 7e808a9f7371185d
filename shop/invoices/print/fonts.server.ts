import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as fontkit from "fontkit";
import subsetFont from "subset-font";

/** The faces of the page, as on the screen (app/styles/tokens.css). */
export const faces = ["text", "strong", "display", "mono"] as const;
export type Face = (typeof faces)[number];

/** A font that is ready for layout. */
export interface LoadedFont {
  /** Its name in the document, unique per file and weight. */
  key: string;
  font: fontkit.Font;
}

/** Returns the font of a grapheme cluster. */
export type FontOf = (cluster: string, face: Face) => LoadedFont;

interface Family {
  package: string;
  weight: number;
}

const require = createRequire(import.meta.url);

const families: Record<Face, Family> = {
  text: { package: "geist", weight: 400 },
  strong: { package: "geist", weight: 600 },
  display: { package: "besley", weight: 500 },
  mono: { package: "geist-mono", weight: 400 },
};

/** A bitmap font of the whole Basic Multilingual Plane, for characters that no other font has. */
const LAST_RESORT = "@fontsource/unifont/files/unifont-latin-400-normal.woff2";

/** Loads the fonts that these texts need. */
export async function loadFonts(texts: readonly { text: string; face: Face }[]): Promise<FontOf> {
  const found = new Map<string, LoadedFont | null>();
  for (const { text, face } of texts) {
    const weight = face === "strong" ? 600 : 400;
    const wanted = [families[face], ...fallbacks.map((name) => ({ package: name, weight }))];
    for (const cluster of clustersOf(text))
      found.set(`${face} ${cluster}`, await find(cluster, wanted));
  }
  const missing = [...found].filter(([, font]) => font === null).map(([key]) => key);
  const lastResort = missing.length > 0 ? await openLastResort(missing.join("")) : null;
  return (cluster, face) => {
    const font = found.get(`${face} ${cluster}`) ?? lastResort;
    if (!font) throw new Error(`no font was loaded for "${cluster}"`);
    return font;
  };
}

/**
 * The fallback fonts, in order of preference (docs/decisions/017-invoices.md). Geist has more letters than the display
 * font. Of the two Arabic fonts, the first draws each letter as one glyph; the second, with separate glyphs for the dots,
 * has more letters.
 */
const fallbacks = [
  ...["geist", "noto-sans"],
  ...["vazirmatn", "noto-sans-arabic", "noto-sans-hebrew", "noto-sans-thai"],
  ...["noto-sans-sc", "noto-sans-kr", "noto-emoji"],
];

/** Splits a text into grapheme clusters, so that a letter and its marks have the same font. */
export function clustersOf(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

async function find(cluster: string, families: readonly Family[]): Promise<LoadedFont | null> {
  for (const family of families) {
    for (const subset of subsetsWith(family.package, cluster)) {
      const loaded = await open(family, subset);
      if (drawable(cluster).every((char) => loaded.font.hasGlyphForCodePoint(char))) return loaded;
    }
  }
  return null;
}

/** Returns the code points that a font must have: all but joiners and variation selectors, which have no glyph. */
function drawable(cluster: string): number[] {
  const drawn = cluster.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
  return Array.from(drawn, (char) => char.codePointAt(0) ?? 0);
}

/** The characters of each file of a package, as ranges of first and last code point. */
type Subsets = Map<string, (readonly [number, number])[]>;

const subsets = new Map<string, Subsets>();

function subsetsOf(name: string): Subsets {
  const known = subsets.get(name);
  if (known) return known;
  const path = require.resolve(`@fontsource-variable/${name}/unicode.json`);
  const listed = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
  const read: Subsets = new Map(
    Object.entries(listed).map(([subset, ranges]) => [
      subset.replaceAll(/[[\]]/g, ""),
      ranges.split(",").map((range) => {
        const [first = 0, last = first] = range
          .replace("U+", "")
          .split("-")
          .map((hex) => Number.parseInt(hex, 16));
        return [first, last] as const;
      }),
    ]),
  );
  subsets.set(name, read);
  return read;
}

function subsetsWith(name: string, cluster: string): string[] {
  const char = cluster.codePointAt(0) ?? 0;
  return [...subsetsOf(name)]
    .filter(([, ranges]) => ranges.some(([first, last]) => char >= first && char <= last))
    .map(([subset]) => subset);
}

/** A cache of the last used fonts, oldest first. */
const opened = new Map<string, Promise<LoadedFont>>();
const MAX_OPENED = 60;

function open(family: Family, subset: string): Promise<LoadedFont> {
  const { package: name, weight } = family;
  const key = `${name}-${subset}-${weight}`;
  const file = `@fontsource-variable/${name}/files/${name}-${subset}-wght-normal.woff2`;
  const chars = (subsetsOf(name).get(subset) ?? []).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)),
  );
  const loading = opened.get(key) ?? readFont(key, file, chars.join(""), weight);
  opened.delete(key);
  opened.set(key, loading);
  const [oldest] = opened.keys();
  if (opened.size > MAX_OPENED && oldest) opened.delete(oldest);
  return loading;
}

/** Opens the last resort with these characters only; not cached, since few of its 57,000 characters are ever needed. */
function openLastResort(chars: string): Promise<LoadedFont> {
  return readFont("unifont", LAST_RESORT, chars, null);
}

/** Converts a compressed variable web font to TrueType of one weight, as a PDF needs it. */
async function readFont(
  key: string,
  file: string,
  chars: string,
  weight: number | null,
): Promise<LoadedFont> {
  // Most fonts have a space, whatever their script; with it, several words stay one run.
  const truetype = await subsetFont(readFileSync(require.resolve(file)), ` ${chars}`, {
    targetFormat: "truetype",
    ...(weight && { variationAxes: { wght: weight } }),
  });
  // fontkit also reads the bounding box of a space, which can lie beyond the end of the file.
  const font = fontkit.create(Buffer.concat([truetype, Buffer.alloc(16)])) as fontkit.Font;
  // All weights of a file have the same PostScript name, by which pdfkit would confuse them.
  Object.defineProperty(font, "postscriptName", { value: key });
  return { key, font: withoutGlyphCache(font) };
}

/**
 * Returns glyphs with the code points of the current call. fontkit caches each glyph with the code points of its first
 * use, so that a document would depend on those rendered before.
 */
function withoutGlyphCache(font: fontkit.Font): fontkit.Font {
  const cachedGlyph = font.getGlyph.bind(font);
  const getGlyph = (id: number, codePoints: readonly number[] = []): fontkit.Glyph => {
    const glyph = cachedGlyph(id);
    const chars = codePoints.map((code) => String.fromCodePoint(code));
    return Object.create(glyph, {
      codePoints: { value: codePoints },
      isMark: { value: chars.length > 0 && chars.every((char) => /^\p{M}$/u.test(char)) },
      isLigature: { value: chars.length > 1 },
      advanceWidth: { get: () => glyph.advanceWidth },
    }) as fontkit.Glyph;
  };
  return Object.defineProperty(font, "getGlyph", { value: getGlyph });
}

/** Returns the glyphs of a text and their positions. */
export function shape(font: fontkit.Font, text: string): fontkit.GlyphRun {
  try {
    return font.layout(text);
  } catch {
    // fontkit throws on combinations of marks that no language uses: then each glyph is placed separately.
    const glyphs = font.glyphsForString(text);
    const positions = glyphs.map((glyph) => {
      return { xAdvance: glyph.advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 };
    });
    const advanceWidth = glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0);
    const run = { glyphs, positions, advanceWidth, direction: "ltr" };
    return run as fontkit.GlyphRun;
  }
}
