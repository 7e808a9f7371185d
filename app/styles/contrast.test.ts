import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

/** WCAG 2.2: text needs 4.5 : 1, what outlines a control or means something needs 3 : 1. */
const TEXT = 4.5;
const SHAPE = 3;

const grounds = ["bg", "surface", "surface-sunken", "surface-raised", "surface-hover"];
const inks = [
  "ink",
  "ink-muted",
  "ink-faint",
  "accent-ink",
  "status-rejected-ink",
  "status-completed-ink",
];
const statuses = ["pending", "processing", "completed", "rejected"];

const pairs: [front: string, back: string, least: number][] = [
  ...grounds.flatMap((ground) => inks.map((ink): [string, string, number] => [ink, ground, TEXT])),
  ...statuses.flatMap((status): [string, string, number][] => [
    [`status-${status}-ink`, `status-${status}-soft`, TEXT],
    ["ink", `status-${status}-soft`, TEXT],
  ]),
  ["on-accent", "accent", TEXT],
  ["on-accent", "accent-hover", TEXT],
  ["accent-ink", "accent-soft", TEXT],
  ["ink-muted", "accent-soft", TEXT],
  ["btc-ink", "btc-soft", TEXT],
  ["on-brass", "brass", TEXT],
  ["on-deep", "deep", TEXT],
  ["on-deep", "deep-2", TEXT],
  ["on-deep-muted", "deep", TEXT],
  ["on-deep-muted", "deep-2", TEXT],
  ["brass", "deep", TEXT],
  ["line-field", "surface", SHAPE],
  ["line-field", "bg", SHAPE],
  ["focus", "bg", SHAPE],
  ["focus", "surface", SHAPE],
  ["accent", "bg", SHAPE],
  ["chart-bar", "surface", SHAPE],
];

test.each(pairs)("--%s stands out on --%s, in light and in dark", (front, back, least) => {
  const [frontLight, frontDark] = luminances(front);
  const [backLight, backDark] = luminances(back);
  expect(contrast(frontLight, backLight)).toBeGreaterThanOrEqual(least);
  expect(contrast(frontDark, backDark)).toBeGreaterThanOrEqual(least);
});

/** The relative luminance of a token in light and in dark. */
function luminances(token: string): [number, number] {
  const value = new RegExp(`--${token}:([^;]+);`).exec(css)?.[1] ?? "";
  const colors = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(([, l, c, h]) =>
    luminance(Number(l), Number(c), Number(h)),
  );
  const [light, dark = light] = colors;
  if (light === undefined || dark === undefined) throw new Error(`--${token} is not a colour`);
  return [light, dark];
}

/** OKLCH to linear sRGB (Ottosson 2020), and its luminance (WCAG 2.2). */
function luminance(lightness: number, chroma: number, hue: number): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  return (
    0.2126 * clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  );
}

function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
