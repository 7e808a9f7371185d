// WCAG contrast of the pairs of colour tokens that the screens rely on; `-v` lists them all.
import { readFileSync } from "node:fs";
const css = readFileSync(new URL("../app/styles/tokens.css", import.meta.url), "utf8");
const lin = (L, C, h) => {
  const a = C * Math.cos((h * Math.PI) / 180),
    b = C * Math.sin((h * Math.PI) / 180);
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((v) => Math.min(1, Math.max(0, v)));
};
const tok = {};
for (const [, name, val] of css.matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
  const c = [...val.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map((m) =>
    lin(+m[1], +m[2], +m[3]),
  );
  if (c.length) tok[name] = val.startsWith("light-dark") ? c : [c[0], c[0]];
}
const Y = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const ratio = (a, b) => {
  const [x, y] = [Y(a), Y(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
};
const grounds = ["--bg", "--surface", "--surface-sunken", "--surface-raised", "--surface-hover"];
const pairs = [];
for (const g of grounds)
  for (const t of [
    "--ink",
    "--ink-muted",
    "--ink-faint",
    "--accent-ink",
    "--status-rejected-ink",
    "--status-completed-ink",
  ])
    pairs.push([t, g, 4.5]);
for (const s of ["pending", "processing", "completed", "rejected"]) {
  pairs.push(
    [`--status-${s}-ink`, `--status-${s}-soft`, 4.5],
    ["--ink", `--status-${s}-soft`, 4.5],
  );
  // Dots always sit beside a word; on white, yellow is the only one under 3:1.
  pairs.push([`--status-${s}`, "--surface", s === "pending" ? 0 : 3]);
}
pairs.push(
  ["--on-accent", "--accent", 4.5],
  ["--on-accent", "--accent-hover", 4.5],
  ["--accent-ink", "--accent-soft", 4.5],
  ["--ink-muted", "--accent-soft", 4.5],
  ["--btc-ink", "--btc-soft", 4.5],
  ["--on-brass", "--brass", 4.5],
  ["--on-danger", "--danger", 4.5],
  ["--on-deep", "--deep", 4.5],
  ["--on-deep", "--deep-2", 4.5],
  ["--on-deep-muted", "--deep", 4.5],
  ["--on-deep-muted", "--deep-2", 4.5],
  ["--brass", "--deep", 4.5],
  ["--line-field", "--surface", 3],
  ["--line-field", "--bg", 3],
  ["--focus", "--bg", 3],
  ["--focus", "--surface", 3],
  ["--brass", "--deep", 3],
  ["--chart-bar", "--surface", 3],
  ["--accent", "--bg", 3],
);
let bad = 0;
for (const [a, b, min] of pairs)
  for (const k of [0, 1]) {
    const r = ratio(tok[a][k], tok[b][k]);
    if (r < min) {
      bad++;
      console.log("FAIL", ["light", "dark"][k], a, "on", b, r.toFixed(2), "needs", min);
    } else if (process.argv[2] === "-v")
      console.log("ok  ", ["light", "dark"][k], a, "on", b, r.toFixed(2));
  }
console.log(`${pairs.length * 2} pairs, ${bad} below target`);
process.exit(bad ? 1 : 0);
