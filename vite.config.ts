import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [reactRouter()],
  build: { target: "es2022" },
  environments: {
    // The server's own entry is built with the screens, so that `node build/server/index.js` is the shop.
    ssr: { build: { target: "node24", rolldownOptions: { input: "./server/production.ts" } } },
  },
});
