import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as fontkit from "fontkit";
import subsetFont from "subset-font";

/** The voices of the page: as on the screen, see app/styles/tokens.css. */
export type Face = "text" | "strong" | "display" | "mono";

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

const faces: Record<Face, Family> = {
  text: { package: "geist", weight: 400 },
  strong: { package: "geist", weight: 600 },
  display: { package: "besley", weight: 500 },
  mono: { package: "geist-mono", weight: 400 },
};

const noto = (script: string): Family => ({ package: `noto-${script}`, weight: 400 });
const [chinese, japanese, korean] = [noto("sans-sc"), noto("sans-jp"), noto("sans-kr")];
const others = [noto("sans"), noto("sans-arabic"), noto("sans-hebrew"), noto("sans-thai")];

/** All of the Basic Multilingual Plane, drawn coarsely: what no other font has. */
const LAST_RESORT = "@fontsource/unifont/files/unifont-latin-400-normal.woff";

/** Loads what these texts need, with the three faces in which they may be set; each file once a process. */
export async function loadFonts(texts: readonly string[]): Promise<FontOf> {
  const clusters = new Set(texts.flatMap((text) => clustersOf(text)));
  const han = hanFamilies([...clusters].join(""));
  const found = new Map<string, LoadedFont>();
  for (const face of Object.keys(faces) as Face[]) {
    for (const cluster of clusters)
      found.set(`${face} ${cluster}`, await load(cluster, [faces[face], ...others, ...han]));
  }
  return (cluster, face) => {
    const font = found.get(`${face} ${cluster}`);
    if (!font) throw new Error(`no font was loaded for "${cluster}"`);
    return font;
  };
}

/** What a reader sees as one character each: a letter with its marks is never split between fonts. */
export function clustersOf(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

/** Chinese, Japanese and Korean share characters, but not their shapes: what else is written tells whose they are. */
function hanFamilies(text: string): Family[] {
  const emoji = noto("emoji");
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return [japanese, chinese, korean, emoji];
  if (/\p{Script=Hangul}/u.test(text)) return [korean, chinese, japanese, emoji];
  return [chinese, japanese, korean, emoji];
}

async function load(cluster: string, families: readonly Family[]): Promise<LoadedFont> {
  for (const family of families) {
    for (const subset of subsetsWith(family.package, cluster)) {
      const font = await open(family, subset);
      if (drawable(cluster).every((char) => font.font.hasGlyphForCodePoint(char))) return font;
    }
  }
  return openLastResort();
}

/** Joiners and variation selectors may be missing: they only say how to draw what stands beside them. */
function drawable(cluster: string): number[] {
  return Array.from(cluster, (char) => char.codePointAt(0) ?? 0).filter(
    (char) => char !== 0x200d && !(char >= 0xfe00 && char <= 0xfe0f),
  );
}

/** Which characters each file of a package holds, as ranges of first and last. */
type Subsets = Map<string, (readonly [number, number])[]>;

const subsetsOf = once((name: string): Subsets => {
  const path = require.resolve(`@fontsource-variable/${name}/unicode.json`);
  const listed = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
  return new Map(
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
});

function subsetsWith(name: string, cluster: string): string[] {
  const char = cluster.codePointAt(0) ?? 0;
  return [...subsetsOf(name)]
    .filter(([, ranges]) => ranges.some(([first, last]) => char >= first && char <= last))
    .map(([subset]) => subset);
}

const opened = new Map<string, Promise<LoadedFont>>();

/** The web fonts are variable and compressed; the PDF needs one weight of them, as plain TrueType. */
function open(family: Family, subset: string): Promise<LoadedFont> {
  const { package: name, weight } = family;
  const key = `${name} ${subset} ${weight}`;
  const loading = opened.get(key) ?? instance(name, subset, weight).then((font) => ({ key, font }));
  opened.set(key, loading);
  return loading;
}

async function instance(name: string, subset: string, weight: number): Promise<fontkit.Font> {
  const file = `@fontsource-variable/${name}/files/${name}-${subset}-wght-normal.woff2`;
  const chars = (subsetsOf(name).get(subset) ?? []).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)),
  );
  const truetype = await subsetFont(readFileSync(require.resolve(file)), chars.join(""), {
    targetFormat: "truetype",
    variationAxes: { wght: weight },
  });
  return fontkit.create(truetype) as fontkit.Font;
}

const openLastResort = once((): LoadedFont => {
  const font = fontkit.create(readFileSync(require.resolve(LAST_RESORT))) as fontkit.Font;
  return { key: "unifont", font };
});

function once<Key extends string | undefined, Value>(
  make: (key: Key) => Value,
): (key?: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const value = made.get(key as Key) ?? make(key as Key);
    made.set(key as Key, value);
    return value;
  };
}
