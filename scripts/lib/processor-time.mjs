import { existsSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/**
 * Returns the processor seconds (user and system) of this process's ended children and of theirs, from
 * /proc/self/stat (proc(5), fields 16 and 17); 0 where the system has no such file.
 */
export function childProcessorSeconds() {
  if (!existsSync("/proc/self/stat")) return 0;
  // The second field, the program's name in brackets, may contain spaces.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}
