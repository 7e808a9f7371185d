import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rootDir } from "../../scripts/lib/prepare.mjs";

// Pages are read from either side: styles name the start and the end of a line, not left and right. Where no logical
// property exists, `var(--dir)` or a rule for `[dir="rtl"]` mirrors. A comment "physical: REASON" allows a declaration.

const sheets = globSync("app/**/*.css", { cwd: rootDir });

/** Returns the declarations that are not mirrored from right to left, each with its line. */
function findPhysical(css: string): string[] {
  const lines = css.split("\n");
  const code = css.replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, " "));
  return [...code.matchAll(/([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)].flatMap((found) => {
    const [, property = "", value = ""] = found;
    if (isMirrored(property, value.trim())) return [];
    const line = code.slice(0, found.index).split("\n").length;
    const isAllowed = [lines[line - 1], lines[line - 2]].some((near) =>
      near?.includes("physical: "),
    );
    return isAllowed ? [] : [`${line} ${property}: ${value.replaceAll(/\s+/g, " ").trim()}`];
  });
}

function isMirrored(property: string, value: string): boolean {
  if (/(?:^|-)(?:left|right)(?:-|$)/.test(property)) return false;
  const parts = partsOf(value);
  if (
    /^(?:margin|padding|inset|scroll-(?:margin|padding)|border-(?:width|style|color))$/.test(
      property,
    )
  )
    return parts[1] === (parts[3] ?? parts[1]);
  // Of the corners, the first and the second are at the top, from left to right.
  if (property === "border-radius") {
    const [first = "", second = first, third = first, fourth = second] = parts;
    return first === second && third === fourth;
  }
  if (/(?:^|[\s,(])(?:left|right)(?:$|[\s,)])/.test(value)) return false;
  if (value.includes("var(--dir)")) return true;
  if (/^(?:box|text)-shadow$/.test(property))
    return !/(?:^|,\s*)(?:inset\s+)?-?(?:\d*\.)?[1-9]\S*\s/.test(value);
  return !/translateX|translate3d/.test(value);
}

/** Splits a value at its spaces outside of brackets. */
function partsOf(value: string): string[] {
  return value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
}

test.each(sheets)("%s mirrors from right to left", (sheet) => {
  expect(findPhysical(readFileSync(join(rootDir, sheet), "utf8"))).toEqual([]);
});

test.each([
  "left: 0",
  "margin-right: 4px",
  "border-left-color: red",
  "border-top-left-radius: 4px",
  "text-align: left",
  "float: right",
  "background: linear-gradient(to right, red, blue)",
  "padding: 1px 2px 3px calc(4px + (1px * 2))",
  "border-width: 0 0 1px 1px",
  "border-radius: 4px 0 0 4px",
  "box-shadow: inset 3px 0 0 red",
  "transform: translateX(4px)",
])("%s is refused with its line", (declaration) => {
  expect(findPhysical(`.a {\n  ${declaration};\n}\n`)).toEqual([`2 ${declaration}`]);
});

test.each([
  "margin-inline-start: 4px",
  "padding: 1px 2px 3px",
  "inset: 0 auto 0 auto",
  "border-radius: 4px 4px 0 0",
  "box-shadow: 0 0 0 1px red, 0 2px 6px blue",
  "transform: translateX(calc(4px * var(--dir)))",
  "padding-bottom: env(safe-area-inset-bottom)",
  "/* physical: drawn, not read */ left: 0",
])("%s is allowed", (declaration) => {
  expect(findPhysical(`.left:hover {\n  ${declaration};\n}\n`)).toEqual([]);
});
