import fc from "fast-check";

/** Parts of addresses that some parser of the way takes for a separator, a prefix, a host or nothing. */
const parts = [
  ...[
    "/",
    "//",
    "///",
    "\\",
    "/\\",
    ".",
    "..",
    "/./",
    "/../",
    "/.",
    "/.//",
    ";",
    ":",
    "@",
    "?",
    "#",
  ],
  ...[
    "%2e",
    "%2E%2e",
    "%2f",
    "%2F",
    "%5c",
    "%5C",
    "%09",
    "%0a",
    "%0d%0a",
    "%7f",
    "%00",
    "%20",
    "%",
  ],
  ...["%80", "%c0%af", "%E2%80%AE", "%ef%bc%8f", "%252f"],
  ...["de", "/de", "/es/", "/pt", "/xx", "en", "admin", "_.data", ".data", "x.txt", "robots.txt"],
  ...["evil.example", "evil.example/", "https:", "http:", "javascript:", "mailto:a@b", "a", "1"],
];

/** What no HTTP client sends in a request line. */
const raw = ["\t", "\n", "\r\n", "\0", "\u007F", "\u202E", "ü", "/", "\uD800", " "];

/** A path and query as the request line of a client may have it: printable ASCII. */
export const requestPath: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 7 })
  .map((chosen) => `/${chosen.join("")}`);

/** An address as a field or parameter may have it. */
export const address: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("/", "", "/de"),
    fc.array(fc.constantFrom(...parts, ...raw), { minLength: 1, maxLength: 7 }),
  )
  .map(([start, chosen]) => start + chosen.join(""));
