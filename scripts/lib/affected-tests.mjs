import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The nearest tests are no more files than this, unless more name a changed file themselves. */
const MOST = 120;

const sources = "{app,db,lib,messages,sandbox,scripts,server,shop,tests}/**/*.{ts,tsx,mjs,js}";
const isUnitTest = (file) => /\.test\.tsx?$/.test(file) && !file.startsWith("tests/");

/** The texts of one language: `messages/en.ts`. */
const isCatalog = (file) => /^messages\/[a-z]{2}(-[A-Z]{2})?\.ts$/.test(file);

/**
 * Finds the unit tests that a change of these files can affect. Returns the nearest ones, by the number of imports
 * between test and change, and how many others there are. A text is on most pages: near are only tests of `messages/`.
 */
export function findAffectedTests(root, changed) {
  const importers = readImporters(root);
  const affected = stepsFrom(changed, importers).flat();
  const nearest = nearestOf(
    stepsFrom(
      changed.filter((file) => !isCatalog(file)),
      importers,
    ),
  );
  if (changed.some(isCatalog))
    for (const file of affected)
      if (isUnitTest(file) && file.startsWith("messages/")) nearest.add(file);
  return { nearest: [...nearest], others: affected.filter(isUnitTest).length - nearest.size };
}

/** Returns the tests of the first step that has any, and of as many further steps as `MOST` allows. */
function nearestOf(steps) {
  const nearest = new Set();
  for (const files of steps) {
    const tests = files.filter(isUnitTest);
    if (nearest.size > 0 && nearest.size + tests.length > MOST) break;
    for (const file of tests) nearest.add(file);
  }
  return nearest;
}

/** Returns the files, then those that import them, then the importers of those and so on, each file once. */
function stepsFrom(files, importers) {
  const steps = [];
  const seen = new Set();
  for (let step = new Set(files); step.size > 0;) {
    steps.push([...step]);
    for (const file of step) seen.add(file);
    const next = [...step].flatMap((file) => [...(importers.get(file) ?? [])]);
    step = new Set(next.filter((file) => !seen.has(file)));
  }
  return steps;
}

/** Returns for each file which others import it. Imports of types do not count: they are checked, not run. */
function readImporters(root) {
  const files = globSync(sources, { cwd: root });
  const importers = new Map(files.map((file) => [file, new Set()]));
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    const code = text.replaceAll(/^(?:import|export) type [^;]*;/gm, "");
    for (const [, path] of code.matchAll(/"((?:#|\.\.?\/)[^"?\n]+)/g))
      importers.get(resolvePath(path, file))?.add(file);
  }
  return importers;
}

/** Returns the file that an import names, as `imports` of `package.json` has it on the server. */
function resolvePath(path, importer) {
  if (path === "#messages/current") return "messages/current.server.ts";
  return path.startsWith("#") ? path.slice(1) : join(dirname(importer), path);
}
