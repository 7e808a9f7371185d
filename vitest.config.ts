import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,db,lib,sandbox,scripts,server,shop}/**/*.test.{ts,tsx}"],
    globalSetup: ["tests/global-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
