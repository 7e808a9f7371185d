// What the registry knows of holes in what runs with the shop, from high on.
import { spawn } from "node:child_process";

const GRAVE = new Set(["high", "critical"]);

/**
 * The holes, a line each; or why the registry could not be asked, which says nothing about the sources and fails
 * nothing.
 */
export async function knownHoles(cwd, env = process.env) {
  const args = ["audit", "--omit=dev", "--audit-level=high", "--json", "--fetch-retries=0"];
  const { stdout, stderr } = await said("npm", args, { cwd, env });
  const answer = parse(stdout);
  // Without these it is no answer to the question, whatever else it is.
  if (!answer?.metadata?.vulnerabilities || !answer.vulnerabilities)
    return { notAsked: answer?.message ?? (stderr.trim().split("\n").at(-1) || "no answer") };
  const grave = Object.values(answer.vulnerabilities).filter(({ severity }) => GRAVE.has(severity));
  return { holes: grave.map(lineOf) };
}

/** `via` has the holes themselves, or the names of packages that bring them. */
function lineOf({ name, severity, via }) {
  const why = via.map((one) => (typeof one === "string" ? `by ${one}` : `${one.title} ${one.url}`));
  return `${name} (${severity}): ${why.join("; ")}`;
}

function said(command, args, { cwd, env }) {
  return new Promise((resolve) => {
    const shell = process.platform === "win32";
    const child = spawn(command, args, { cwd, env, shell, timeout: 120_000 });
    const told = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"])
      child[name].on("data", (part) => {
        told[name] += String(part);
      });
    child.once("error", (error) => resolve({ stdout: "", stderr: error.message }));
    child.once("close", () => resolve(told));
  });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
