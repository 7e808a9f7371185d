import { defineConfig } from "vitest/config";

/** The stage "Request tests": the built app in the test's process, without a port, a sandbox or a browser. */
export default defineConfig({
  // React has no development runtime then.
  oxc: { jsx: { development: false } },
  test: {
    include: ["tests/requests/**/*.test.ts"],
    globalSetup: ["tests/requests/build.ts", "tests/global-setup.ts"],
    setupFiles: ["tests/runs.ts"],
    // As the shop runs: React reads it when it is loaded.
    env: { NODE_ENV: "production" },
    // The build is loaded by Node, once for each worker.
    server: { deps: { external: [/\/build\/server\//] } },
    pool: "threads",
    isolate: false,
    maxWorkers: 2,
    // They end what hangs, and say nothing of speed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
