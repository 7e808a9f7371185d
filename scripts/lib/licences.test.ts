import { expect, test } from "vitest";
import { findLicenceProblems } from "./licences.mjs";

test("runtime packages without an allowed licence are reported with their licence", () => {
  const packages = {
    "": { license: "UNLICENSED" },
    "node_modules/fine": { license: "MIT" },
    "node_modules/@fine/either": { license: "(GPL-3.0-only OR MIT)" },
    "node_modules/fine/node_modules/both": { license: "(MIT AND Zlib)" },
    "node_modules/only-tools": { license: "GPL-3.0-only", dev: true },
    "node_modules/png-js": {},
    "node_modules/strict": { license: "AGPL-3.0-only" },
    "node_modules/@x/half": { license: "(MIT AND GPL-3.0-only)" },
    "node_modules/fine/node_modules/silent": {},
  };
  expect(findLicenceProblems({ packages })).toEqual([
    "strict: AGPL-3.0-only",
    "@x/half: (MIT AND GPL-3.0-only)",
    "silent: none",
  ]);
});
