// What a release consists of besides the image. Plain JavaScript without dependencies, like the other scripts.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns where the versions in the sources contradict each other. With the tag of a release, such as `v1.0.0`, also what
 * this release lacks.
 */
export function findReleaseProblems(root, tag = "") {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const { version } = JSON.parse(read("package.json"));
  const lock = JSON.parse(read("package-lock.json"));
  const sections = changelogSections(read("CHANGELOG.md"));
  const released = sections.filter(({ name }) => name !== "Unreleased");
  const changelog = released.map(({ name }) => name);
  const fixtures = newestFirst(
    readdirSync(join(root, "tests/releases")).map((name) => name.replace(".sql", "")),
  );

  const problems = [];
  const check = (holds, problem) => {
    if (!holds) problems.push(problem);
  };
  check(
    lock.version === version && lock.packages[""].version === version,
    `package-lock.json has another version than package.json (${version})`,
  );
  check(
    changelog[0] === version,
    `CHANGELOG.md begins with ${changelog[0]}, package.json has ${version}`,
  );
  check(
    String(newestFirst(changelog)) === String(changelog),
    "CHANGELOG.md does not list the newest version first",
  );
  check(
    String(fixtures) === String(changelog),
    `tests/releases has ${fixtures.join(", ")}, CHANGELOG.md ${changelog.join(", ")}`,
  );
  for (const { name, date } of released)
    check(date, `CHANGELOG.md has no date of ${name}: ## [${name}] - YYYY-MM-DD`);
  if (!tag) return problems;

  check(tag === `v${version}`, `the tag is ${tag}, package.json has ${version}`);
  check(
    released.length === sections.length,
    "CHANGELOG.md has unreleased changes: move them into the release's section",
  );
  const newest = JSON.parse(read("db/migrations/meta/_journal.json")).entries.at(-1).tag;
  check(
    fixtures.includes(version) &&
      read(`tests/releases/${version}.sql`).startsWith(`-- migration: ${newest}\n`),
    `tests/releases/${version}.sql is not of the newest migration, ${newest}`,
  );
  return problems;
}

/** Returns the changelog's text about a version; throws when there is none. */
export function releaseNotes(changelog, version) {
  const section = changelogSections(changelog).find(({ name }) => name === version);
  if (!section) throw new Error(`CHANGELOG.md has no section [${version}]`);
  return section.text;
}

/** Returns the sections of a changelog (https://keepachangelog.com/en/1.1.0/) in their order. */
function changelogSections(changelog) {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading, ...lines] = section.split("\n");
      const [, name = heading, date = null] =
        /^\[(.+)\](?: - (\d{4}-\d\d-\d\d))?$/.exec(heading) ?? [];
      return { name, date, text: lines.join("\n").trim() };
    });
}

function newestFirst(versions) {
  return versions.toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }));
}
