/** Licences under which the shop may be run, changed and passed on; MPL and OFL ask only for what we leave as it is. */
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
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/** Packages that say it in a file only, read by a person. */
const readByHand = new Map([["png-js", "MIT"]]);

/** The packages of a lock file that run with the shop and have no licence of the list, with what they have. */
export function licenceProblems(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path !== "" && !dev && !link)
    .map(([path, { license }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      return { name, license: license ?? readByHand.get(name) ?? "none" };
    })
    .filter(({ license }) => !isAllowed(license))
    .map(({ name, license }) => `${name}: ${license}`);
}

/** SPDX expressions as packages write them: `MIT`, `(MIT OR CC0-1.0)`, `(MIT AND Zlib)`. */
function isAllowed(expression) {
  return expression
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((name) => allowed.has(name.trim())));
}
