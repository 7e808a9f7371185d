import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,db,lib,sandbox,scripts,server,shop}/**/*.test.{ts,tsx}"],
    globalSetup: ["tests/global-setup.ts"],
    // The default on two cores would be one.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
