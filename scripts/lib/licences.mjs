/** Licences that allow to run, change and distribute the shop; MPL and OFL restrict only changes of their own files. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "PSF-2.0",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/** Packages with the licence only in a file, checked by hand. */
const checkedByHand = new Map([["png-js", "MIT"]]);

/**
 * Returns whether a package of a lock file is part of the image: neither development nor building nor the sandbox alone
 * need it.
 */
export function isShipped({ dev = false, optional = false, devOptional = false }) {
  return !dev && !optional && !devOptional;
}

/** Returns the runtime packages of a lock file whose licence is not in the list. */
export function findLicenceProblems(lock) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== "" && !entry.link && isShipped(entry))
    .map(([path, { license }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      return { name, license: license ?? checkedByHand.get(name) ?? "none" };
    })
    .filter(({ license }) => !isAllowed(license))
    .map(({ name, license }) => `${name}: ${license}`);
}

/** Evaluates SPDX expressions: `MIT`, `(MIT OR CC0-1.0)`, `(MIT AND Zlib)`. */
function isAllowed(expression) {
  return expression
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((name) => allowed.has(name.trim())));
}
