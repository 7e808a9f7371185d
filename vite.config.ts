import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { groups } from "./scripts/lib/bundle-groups.ts";

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), precompressed()],
  build: { target: "es2022" },
  // `passkey-sign-in.ts`, which a page loads by its address, is built as one.
  worker: { format: "es" },
  // For `npm run dev`, the packages that the browser imports beside React Router's own: a new one is added here.
  // Discovery would find them, and what only the server imports, while a page is open, and then reload it.
  optimizeDeps: {
    noDiscovery: true,
    include: ["@simplewebauthn/browser", "markdown-it", "qrcode.react", "zod"],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups },
          },
        },
      },
    },
    ssr: {
      // One file starts in half the time of the thousand modules it is made of. What brings files of its
      // own (WebAssembly, native bindings) stays outside.
      ...(command === "build" && {
        resolve: { noExternal: true, external: ["@electric-sql/pglite", "pg"] },
      }),
      // The server's own entry is built with the screens: `node build/server/index.js` is the shop.
      build: { target: "node24", rolldownOptions: { input: { index: "./server/production.ts" } } },
    },
  },
}));

/** Lays `x.js.br` and `x.js.gz` beside `x.js`, so that nothing is compressed while somebody waits for it. */
function precompressed(): Plugin {
  return {
    name: "precompressed",
    applyToEnvironment: (environment) => environment.name === "client",
    async writeBundle({ dir = "" }, bundle) {
      const files = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
      await Promise.all(
        files.map(async (name) => {
          const path = join(dir, name);
          const content = await readFile(path);
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
        }),
      );
    },
  };
}
