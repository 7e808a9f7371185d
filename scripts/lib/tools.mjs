// The programs that tests need beside Node.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Returns what `find` returns for a tool; installs the Debian package first where it is missing; null if neither works. */
export async function ensureTool(packageName, find) {
  const found = await find();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || spawnSync("apt-get", ["--version"]).status !== 0) return null;
  console.log(`Installing ${packageName} …`);
  // In run level 1 Debian's packages do not start the servers that they install.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const stdio = ["ignore", "ignore", "inherit"];
  spawnSync("apt-get", ["update", "-qq"], { stdio, env });
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", packageName], {
    stdio,
    env,
  });
  return find();
}

/** Returns the path of a program, also where only root has it on the path; null if it is not installed. */
export function findProgram(program) {
  const folders = [...process.env.PATH.split(":"), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, program)).find((file) => existsSync(file)) ?? null;
}
