import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  build: { target: "es2022" },
  environments: {
    ssr: {
      // One file starts in half the time of the thousand modules it is made of. What brings files of its
      // own (WebAssembly, native bindings) stays outside.
      ...(command === "build" && {
        resolve: { noExternal: true, external: ["@electric-sql/pglite", "pg"] },
      }),
      // The server's own entry is built with the screens: `node build/server/index.js` is the shop.
      build: { target: "node24", rolldownOptions: { input: "./server/production.ts" } },
    },
  },
}));
