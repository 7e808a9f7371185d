import { configDefaults, defineConfig } from "vitest/config";
import { isCore, unitFilesInFullOnly } from "./tests/tiers.ts";

export default defineConfig({
  test: {
    include: ["{app,db,lib,messages,sandbox,scripts,server,shop}/**/*.test.{ts,tsx}"],
    exclude: [...configDefaults.exclude, ...(isCore ? unitFilesInFullOnly : [])],
    globalSetup: ["tests/global-setup.ts"],
    setupFiles: ["tests/runs.ts"],
    // Threads share compiled WebAssembly, which every embedded database is. The files of one share its modules, which
    // take a third of the time to load, and its databases.
    pool: "threads",
    isolate: false,
    // For two cores, since some files wait for timeouts; the default there would be one.
    maxWorkers: 3,
    // They end what hangs, and say nothing of speed: on a busy machine a test may take ten times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
