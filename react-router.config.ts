import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Of each of the server's entries (`vite.config.ts`).
  serverBuildFile: "[name].js",
} satisfies Config;
