import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as fontkit from "fontkit";
import subsetFont from "subset-font";

/** The voices of the page: as on the screen, see app/styles/tokens.css. */
export const faces = ["text", "strong", "display", "mono"] as const;
export type Face = (typeof faces)[number];

/** A font that is ready to set text. */
export interface LoadedFont {
  /** Names it in the document: the same for the same file and weight. */
  key: string;
  font: fontkit.Font;
}

/** Finds the font of a cluster of characters. */
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

/** All of the Basic Multilingual Plane, drawn coarsely: for what no other font has. */
const LAST_RESORT = "@fontsource/unifont/files/unifont-latin-400-normal.woff2";

/** Loads what these texts need. */
export async function loadFonts(texts: readonly { text: string; face: Face }[]): Promise<FontOf> {
  const found = new Map<string, LoadedFont | null>();
  for (const { text, face } of texts) {
    const wanted = [families[face], ...fallbacks(text, face === "strong" ? 600 : 400)];
    for (const cluster of clustersOf(text))
      found.set(`${face} ${cluster}`, await find(cluster, wanted));
  }
  const nowhere = [...found].filter(([, font]) => font === null).map(([key]) => key);
  const lastResort = nowhere.length > 0 ? await openLastResort(nowhere.join("")) : null;
  return (cluster, face) => {
    const font = found.get(`${face} ${cluster}`) ?? lastResort;
    if (!font) throw new Error(`no font was loaded for "${cluster}"`);
    return font;
  };
}

/**
 * In this order: the shop's own font has more letters than its display font. Of two for Arabic the first has its
 * letters in one piece, and the second, which puts their dots beside them, has more of them.
 */
const scripts = [
  ...["geist", "noto-sans"],
  ...["vazirmatn", "noto-sans-arabic", "noto-sans-hebrew", "noto-sans-thai"],
];

function fallbacks(text: string, weight: number): Family[] {
  return [...scripts, ...hanPackages(text), "noto-emoji"].map((name) => ({
    package: name,
    weight,
  }));
}

/** Chinese, Japanese and Korean share characters, but not their shapes: what else is written tells whose they are. */
function hanPackages(text: string): string[] {
  const [chinese, japanese, korean] = ["noto-sans-sc", "noto-sans-jp", "noto-sans-kr"];
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [japanese, chinese, korean];
  if (/\p{Script=Hangul}/u.test(text)) return [korean, chinese, japanese];
  return [chinese, japanese, korean];
}

/** What a reader sees as one character each: a letter with its marks is never split between fonts. */
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

/** Joiners and variation selectors may be missing: they only say how to draw what stands beside them. */
function drawable(cluster: string): number[] {
  const drawn = cluster.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
  return Array.from(drawn, (char) => char.codePointAt(0) ?? 0);
}

/** Which characters each file of a package holds, as ranges of first and last. */
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

/** The fonts used last, oldest first. */
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

/** Not kept: of its 57,000 characters hardly any is ever needed. */
function openLastResort(chars: string): Promise<LoadedFont> {
  return readFont("unifont", LAST_RESORT, chars, null);
}

/** Web fonts are compressed, and most variable; a PDF needs one weight of them, as plain TrueType. */
async function readFont(
  key: string,
  file: string,
  chars: string,
  weight: number | null,
): Promise<LoadedFont> {
  // The space is in most of them, whatever their script: with it, a text of several words stays one piece.
  const truetype = await subsetFont(readFileSync(require.resolve(file)), ` ${chars}`, {
    targetFormat: "truetype",
    ...(weight && { variationAxes: { wght: weight } }),
  });
  // fontkit reads the box of a space, too, which may stand at the very end and have none.
  const font = fontkit.create(Buffer.concat([truetype, Buffer.alloc(16)])) as fontkit.Font;
  // Weights of one file have one name between them, and pdfkit would take one for the other.
  Object.defineProperty(font, "postscriptName", { value: key });
  return { key, font: withoutMemory(font) };
}

/**
 * fontkit keeps each glyph with the characters that it stood for first, in whichever document that was. Here it
 * stands for those that it is asked for with: no document depends on the ones before.
 */
function withoutMemory(font: fontkit.Font): fontkit.Font {
  const kept = font.getGlyph.bind(font);
  const getGlyph = (id: number, codePoints: readonly number[] = []): fontkit.Glyph => {
    const glyph = kept(id);
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

/** The glyphs of a text and where they stand. */
export function shape(font: fontkit.Font, text: string): fontkit.GlyphRun {
  try {
    return font.layout(text);
  } catch {
    // fontkit stumbles over marks that no language puts together: then each stands for itself.
    const glyphs = font.glyphsForString(text);
    const positions = glyphs.map((glyph) => {
      return { xAdvance: glyph.advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 };
    });
    const advanceWidth = glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0);
    const run = { glyphs, positions, advanceWidth, direction: "ltr" };
    return run as fontkit.GlyphRun;
  }
}
