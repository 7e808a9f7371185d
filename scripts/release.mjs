// `node scripts/release.mjs <step>`: the steps of a release that need no registry, for .github/workflows/release.yml.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootDir } from "./lib/prepare.mjs";
import { findReleaseProblems, releaseNotes } from "./lib/release.mjs";
import { fillUmbrelPackage } from "./lib/umbrel.mjs";

const usage = `Usage:
  node scripts/release.mjs check v1.2.3                               exits with 1 if something is missing
  node scripts/release.mjs notes v1.2.3                               prints the changelog's section
  node scripts/release.mjs umbrel <owner/name> <sha256:…> <folder>    writes the Umbrel package`;

const steps = {
  check(tag) {
    const problems = findReleaseProblems(rootDir, tag);
    if (problems.length > 0) throw new Error(problems.join("\n"));
    console.log(`${tag} is complete`);
  },
  notes(tag) {
    console.log(
      releaseNotes(readFileSync(join(rootDir, "CHANGELOG.md"), "utf8"), tag.replace(/^v/, "")),
    );
  },
  umbrel(repository, digest, folder) {
    fillUmbrelPackage({
      from: join(rootDir, "packaging/umbrel/satchel"),
      folder,
      repository,
      digest,
    });
    console.log(`${folder} has the package`);
  },
};

const [name = "", ...args] = process.argv.slice(2);
const step = Object.hasOwn(steps, name) ? steps[name] : null;
if (step?.length !== args.length) {
  console.error(usage);
  process.exit(1);
}
try {
  step(...args);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
