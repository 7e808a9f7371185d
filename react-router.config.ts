import type { Config } from "@react-router/dev/config";

// `scripts/lib/prepare.mjs` builds beside the last build, and replaces it by a complete one.
const { BUILD_DIRECTORY: buildDirectory = "build" } = process.env;

export default {
  buildDirectory,
  ssr: true,
  // Of each of the server's entries (`vite.config.ts`).
  serverBuildFile: "[name].js",
} satisfies Config;
