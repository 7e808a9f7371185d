import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rootDir } from "../../scripts/lib/prepare.mjs";

/** The guides. Decision records tell of what was tried. */
const documents = [
  ...readdirSync(rootDir),
  ...["docs", "docs/audit"].flatMap((folder) =>
    readdirSync(join(rootDir, folder)).map((name) => `${folder}/${name}`),
  ),
].filter((path) => path.endsWith(".md"));

/** npm, npx, `satchel`, or Node itself, perhaps after variables; in the image, its entry point is Node. */
const COMMAND =
  /(?:^|[\s;])((?:npm(?! run$)|npx|\S*\bnode|build\/server\/index\.js|\S*\bsatchel(?= (?:backup|restore|move|unlock|upgrade)\b)) .*)$/;

/** Returns the commands that documents name, without variables before them, and those of package.json. */
export function documentedCommands(): string[] {
  const named = documents.flatMap((path) => commandsIn(read(path)));
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const ofPackage = Object.keys(scripts).map((name) =>
    name === "start" || name === "test" ? `npm ${name}` : `npm run ${name}`,
  );
  return [...new Set([...named, ...ofPackage, ...benchmarks()])].toSorted();
}

/** Returns the commands in blocks and spans of code. */
export function commandsIn(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^ *```(\w*)\n([^]*?)^ *```/gm)]
    .filter(([, language = ""]) => ["", "sh", "bash"].includes(language))
    .map(([, , code = ""]) => code);
  const prose = markdown.replaceAll(/^ *```[^]*?^ *```/gm, "");
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  return [...blocks, ...spans]
    .flatMap((code) => code.replaceAll(/\\\n\s*/g, "").split("\n"))
    .flatMap((line) => line.replace(/(^|\s+)#.*/, "").split(" && "))
    .flatMap((line) => COMMAND.exec(line.trim())?.[1] ?? []);
}

/** The list at the beginning of docs/performance.md. */
function benchmarks(): string[] {
  return [...read("docs/performance.md").matchAll(/^- ((?:`[\w-]+`(?:, )?)+): /gm)].flatMap(
    ([, names = ""]) =>
      [...names.matchAll(/`([\w-]+)`/g)].map(([, name]) => `npm run bench -- ${name}`),
  );
}

function read(path: string): string {
  return readFileSync(join(rootDir, path), "utf8");
}
