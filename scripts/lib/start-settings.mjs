import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootDir } from "./prepare.mjs";

/** Settings of glibc's allocator, which reads them when a process starts. */
export const memorySettings = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "1048576",
  MALLOC_TRIM_THRESHOLD_: "1048576",
};

/** Returns the Node options of `npm start`. */
export function startFlags() {
  const { scripts } = JSON.parse(readFileSync(join(rootDir, "package.json"), "utf8"));
  return scripts.start.split(" ").filter((word) => word.startsWith("--"));
}
