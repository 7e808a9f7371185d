import { defineConfig } from "vitest/config";

/** The stage "Documented commands" of `npm run test:all`. */
export default defineConfig({
  test: {
    include: ["tests/commands/*.test.ts"],
    // The default on two cores would be one.
    maxWorkers: 2,
    // Each command is a process of its own, and some wait more than they work.
    maxConcurrency: 3,
    // They end what hangs, and say nothing of speed.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
