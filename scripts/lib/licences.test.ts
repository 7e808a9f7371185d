import { expect, test } from "vitest";
import { licenceProblems } from "./licences.mjs";

test("what runs with the shop has a licence of the list, or is named with what it has", () => {
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
  expect(licenceProblems({ packages })).toEqual([
    "strict: AGPL-3.0-only",
    "@x/half: (MIT AND GPL-3.0-only)",
    "silent: none",
  ]);
});
