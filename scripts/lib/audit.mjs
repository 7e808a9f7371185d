// Known vulnerabilities of runtime dependencies, with severity high or critical.
import { spawn } from "node:child_process";

const SEVERE = new Set(["high", "critical"]);

/**
 * Returns one line per vulnerability, or the reason why the registry is unavailable, which does not fail the check.
 */
export async function findVulnerabilities(cwd, env = process.env) {
  const args = [
    "audit",
    "--omit=dev",
    "--omit=optional",
    "--audit-level=high",
    "--json",
    "--fetch-retries=0",
  ];
  const { stdout, stderr } = await runCommand("npm", args, { cwd, env });
  const response = parse(stdout);
  // Any other output is an error of npm or the registry.
  if (!response?.metadata?.vulnerabilities || !response.vulnerabilities)
    return { unavailable: response?.message ?? (stderr.trim().split("\n").at(-1) || "no answer") };
  const severe = Object.values(response.vulnerabilities).filter(({ severity }) =>
    SEVERE.has(severity),
  );
  return { vulnerabilities: severe.map(lineOf) };
}

/** `via` contains the vulnerabilities, or the names of dependencies that have them. */
function lineOf({ name, severity, via }) {
  const why = via.map((one) => (typeof one === "string" ? `by ${one}` : `${one.title} ${one.url}`));
  return `${name} (${severity}): ${why.join("; ")}`;
}

function runCommand(command, args, { cwd, env }) {
  return new Promise((resolve) => {
    const shell = process.platform === "win32";
    const child = spawn(command, args, { cwd, env, shell, timeout: 120_000 });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"])
      child[name].on("data", (chunk) => {
        output[name] += String(chunk);
      });
    child.once("error", (error) => resolve({ stdout: "", stderr: error.message }));
    child.once("close", () => resolve(output));
  });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
