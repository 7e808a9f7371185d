import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findLicenceProblems, isShipped } from "./licences.mjs";
import { rootDir } from "./prepare.mjs";

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

test("the lock file marks what only building, the sandbox or development need", () => {
  const { packages } = JSON.parse(
    readFileSync(join(rootDir, "package-lock.json"), "utf8"),
  ) as LockFile;
  const shipped = Object.keys(packages).filter((path) => path && isShipped(packages[path] ?? {}));
  expect(shipped.toSorted()).toEqual([...reachable(packages)].toSorted());
  const { devDependencies = {} } = packages[""] ?? {};
  const started = Object.keys(packages).filter((path) => path && !packages[path]?.dev);
  // Optional peers, such as Vitest of better-auth, come with what they are peers of.
  const tools = Object.keys(devDependencies).filter((name) =>
    started.includes(`node_modules/${name}`),
  );
  expect(tools).toEqual(["@types/node", "@types/pg", "vitest", "yaml"]);
});

interface LockFile {
  packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** Returns the paths of the packages that running the shop needs. */
function reachable(packages: LockFile["packages"]): Set<string> {
  const found = new Set<string>();
  const add = (folder: string, names: string[]) => {
    for (const name of names) {
      const path = locate(packages, folder, name);
      if (path === null || found.has(path)) continue;
      found.add(path);
      const {
        dependencies = {},
        peerDependencies = {},
        peerDependenciesMeta = {},
      } = packages[path] ?? {};
      const peers = Object.keys(peerDependencies).filter(
        (peer) => !peerDependenciesMeta[peer]?.optional,
      );
      add(path, [...Object.keys(dependencies), ...peers]);
    }
  };
  add("", Object.keys(packages[""]?.dependencies ?? {}));
  return found;
}

/** Returns the path of a package as Node finds it from a folder; null if it is not in the lock file. */
function locate(packages: LockFile["packages"], folder: string, name: string): string | null {
  const path = `${folder}${folder && "/"}node_modules/${name}`;
  if (path in packages) return path;
  if (!folder) return null;
  return locate(packages, folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/"))), name);
}
