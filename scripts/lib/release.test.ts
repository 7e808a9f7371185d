import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findReleaseProblems, releaseNotes } from "./release.mjs";

const root = join(import.meta.dirname, "../..");

test("the version is the same in package.json, its lock, the changelog and the releases to upgrade from", () => {
  expect(findReleaseProblems(root)).toEqual([]);
});

describe("a release", () => {
  let copy: string;
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), "satchel-release-"));
    for (const path of ["CHANGELOG.md", "db/migrations/meta", "tests/releases"])
      cpSync(join(root, path), join(copy, path), { recursive: true });
    write("package.json", '{"version":"10.0.0"}');
    write("package-lock.json", '{"version":"10.0.0","packages":{"":{"version":"10.0.0"}}}');
    const changelog = read("CHANGELOG.md").replace(
      /(?:^## \[Unreleased\]\n[^]*?)?^(?=## \[\d)/m,
      "## [10.0.0] - 2027-01-02\n\n### Fixed\n\n- All of it.\n\n",
    );
    write("CHANGELOG.md", changelog);
    write("tests/releases/10.0.0.sql", `-- migration: ${newestMigration()}\n`);
  });
  afterEach(() => rmSync(copy, { recursive: true }));

  const read = (path: string) => readFileSync(join(copy, path), "utf8");
  const write = (path: string, text: string) => writeFileSync(join(copy, path), text);
  const newestMigration = () => {
    const journal = JSON.parse(read("db/migrations/meta/_journal.json")) as {
      entries: { tag: string }[];
    };
    return journal.entries.at(-1)?.tag;
  };

  test("that is complete has no problems", () => {
    expect(findReleaseProblems(copy, "v10.0.0")).toEqual([]);
    expect(releaseNotes(read("CHANGELOG.md"), "10.0.0")).toBe("### Fixed\n\n- All of it.");
    expect(() => releaseNotes(read("CHANGELOG.md"), "10.0.1")).toThrow("no section [10.0.1]");
  });

  test("with another tag is refused", () => {
    expect(findReleaseProblems(copy, "v10.0.1")).toEqual([
      "the tag is v10.0.1, package.json has 10.0.0",
    ]);
  });

  test("whose changelog says nothing of it, or more, is refused", () => {
    const changelog = read("CHANGELOG.md");
    write("CHANGELOG.md", changelog.replace("## [10", "## [Unreleased]\n\n- More.\n\n## [10"));
    expect(findReleaseProblems(copy)).toEqual([]);
    expect(findReleaseProblems(copy, "v10.0.0")).toEqual([
      "CHANGELOG.md has unreleased changes: move them into the release's section",
    ]);
    write("CHANGELOG.md", changelog.replace("## [10.0.0] - 2027-01-02", "## [Unreleased]"));
    expect(findReleaseProblems(copy)).toEqual([
      expect.stringMatching(/^CHANGELOG.md begins with \S+, package.json has 10.0.0$/),
      expect.stringMatching(/^tests\/releases has 10.0.0, .*, CHANGELOG.md (?!10.0.0)/),
    ]);
    write("CHANGELOG.md", changelog.replace(" - 2027-01-02", ""));
    expect(findReleaseProblems(copy)).toEqual([
      "CHANGELOG.md has no date of 10.0.0: ## [10.0.0] - YYYY-MM-DD",
    ]);
  });

  test("whose shop to upgrade from is missing or of an older schema is refused", () => {
    write("tests/releases/10.0.0.sql", "-- migration: 0000_release_1_0_0\n");
    expect(findReleaseProblems(copy)).toEqual([]);
    expect(findReleaseProblems(copy, "v10.0.0")).toEqual([
      `tests/releases/10.0.0.sql is not of the newest migration, ${newestMigration()}`,
    ]);
    rmSync(join(copy, "tests/releases/10.0.0.sql"));
    expect(findReleaseProblems(copy)).toEqual([
      expect.stringMatching(/^tests\/releases has (?!10.0.0).*, CHANGELOG.md 10.0.0, /),
    ]);
  });

  test("with another version in the lock file is refused", () => {
    write("package-lock.json", '{"version":"10.0.0","packages":{"":{"version":"9.0.0"}}}');
    expect(findReleaseProblems(copy)).toEqual([
      "package-lock.json has another version than package.json (10.0.0)",
    ]);
  });
});
