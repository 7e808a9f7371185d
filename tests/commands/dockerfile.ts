import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootDir } from "../../scripts/lib/prepare.mjs";

interface Copy {
  /** The name of the stage that the files are copied from; null for the build context. */
  from: string | null;
  sources: string[];
  target: string;
}

export interface Stage {
  name: string | null;
  copies: Copy[];
  /** The commands of RUN. */
  commands: string[];
  env: Record<string, string>;
  /** The arguments of the image's entry point. */
  cmd: string[];
  /** The command of HEALTHCHECK. */
  healthcheck: string[];
}

/** Reads the instructions of the Dockerfile that this project uses; see https://docs.docker.com/reference/dockerfile. */
export function readDockerfile(): Stage[] {
  const text = readFileSync(join(rootDir, "Dockerfile"), "utf8");
  const lines = text
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n");
  const stages: Stage[] = [];
  for (const line of lines.filter(Boolean)) {
    const [instruction = "", ...words] = line.split(" ");
    const rest = words.join(" ");
    if (instruction === "FROM") {
      const name = / AS (\S+)$/.exec(rest)?.[1] ?? null;
      stages.push({ name, copies: [], commands: [], env: {}, cmd: [], healthcheck: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`${instruction} before FROM`);
    if (instruction === "COPY") stage.copies.push(copyOf(words));
    if (instruction === "RUN") stage.commands.push(...rest.split(" && "));
    if (instruction === "CMD") stage.cmd = JSON.parse(rest) as string[];
    if (instruction === "HEALTHCHECK")
      stage.healthcheck = JSON.parse(rest.slice(rest.indexOf("["))) as string[];
    if (instruction === "ENV")
      Object.assign(stage.env, Object.fromEntries(words.map((word) => word.split("="))));
  }
  return stages;
}

function copyOf(words: readonly string[]): Copy {
  const from = words.find((word) => word.startsWith("--from="))?.slice("--from=".length) ?? null;
  const paths = words.filter((word) => !word.startsWith("--"));
  return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? "" };
}

/**
 * Returns whether .dockerignore lets a path into the build context. The last pattern that matches it, or a folder that
 * it is in, decides: https://docs.docker.com/build/concepts/context/#dockerignore-files
 */
export function isInContext(path: string): boolean {
  const patterns = readFileSync(join(rootDir, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  const steps = path.split("/");
  const candidates = steps.map((_, i) => steps.slice(0, i + 1).join("/"));
  const last = patterns.findLast((pattern) =>
    candidates.some((candidate) => patternOf(pattern.replace(/^!/, "")).test(candidate)),
  );
  return last === undefined || last.startsWith("!");
}

/** Unlike in a shell, `*` stands for names that begin with a dot, too. */
function patternOf(glob: string): RegExp {
  const text = glob
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/\*\*\/|\*/g, (stars) => (stars === "*" ? "[^/]*" : "(?:.*/)?"));
  return new RegExp(`^${text}$`);
}
