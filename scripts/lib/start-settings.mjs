import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootDir } from "./prepare.mjs";

/** What glibc is told about memory. It reads them once, as a process begins; elsewhere nobody does. */
export const memorySettings = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "1048576",
  MALLOC_TRIM_THRESHOLD_: "1048576",
};

/** The options of Node with which `npm start` starts the shop. */
export function startFlags() {
  const { scripts } = JSON.parse(readFileSync(join(rootDir, "package.json"), "utf8"));
  return scripts.start.split(" ").filter((word) => word.startsWith("--"));
}
