import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,db,lib,sandbox,scripts,server,shop}/**/*.test.{ts,tsx}"],
    globalSetup: ["tests/global-setup.ts"],
    // The default on two cores would be one.
    maxWorkers: 2,
    // They end what hangs, and say nothing of speed: on a busy machine a test may take ten times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
