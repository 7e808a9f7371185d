import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import english from "#messages/en.ts";
import { screenOf, sectionsOf } from "#messages/screens.ts";
import { built } from "./open-app.ts";

const root = join(import.meta.dirname, "../..");
const keys = new RegExp(`["'\`](${Object.keys(english).join("|")})\\.(\\w+|\\$\\{)`, "g");

/** Returns the keys of texts in a source or a built script; of one that is put together, its beginning. */
function keysIn(file: string): Set<string> {
  return new Set(
    [...readFileSync(file, "utf8").matchAll(keys)].map(([, section, key]) => `${section}.${key}`),
  );
}

/** Returns a module and all that it imports, without those of the server. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/from "([#.][^"]+\.tsx?)"/g))
    if (!/\.server\.|\+types|^#messages/.test(path))
      importsOf(
        path.startsWith("#") ? join(root, path.slice(1)) : join(dirname(file), path),
        found,
      );
  return found;
}

/** Returns the pages of the build, parameters in their paths being 1, with the keys in what they load. */
async function readPages(): Promise<{ path: string; keys: string[] }[]> {
  const { build } = (await built()).options;
  if (typeof build === "function") throw new Error("not a production build");
  const { routes, assets } = build;
  return Object.values(routes).flatMap((route) => {
    // Layouts without a path are part of the pages below them.
    if (!route || (route.path === undefined && !route.index)) return [];
    const chain = [route];
    for (let parent = routes[route.parentId ?? ""]; parent; parent = routes[parent.parentId ?? ""])
      chain.unshift(parent);
    const path = chain.flatMap((part) => part.path || []).join("/");
    const scripts = chain.flatMap(({ id }) => assets.routes[id] ?? []);
    const loaded = [assets.entry, ...scripts]
      .flatMap(({ module, imports }) => [module, ...(imports ?? [])])
      .map((address) => join(root, "build/client", address));
    // A script also has modules of other pages, and a module parts that only the server runs.
    const modules = chain.flatMap(({ id }) => [...importsOf(join(root, "app", `${id}.tsx`))]);
    const inModules = new Set(modules.flatMap((file) => [...keysIn(file)]));
    const inScripts = new Set(loaded.flatMap((file) => [...keysIn(file)]));
    return {
      path: `/${path.replaceAll(/:\w+\??/g, "1")}`,
      keys: [...inScripts].filter((key) => inModules.has(key)),
    };
  });
}

test("each page loads the texts that it may show", async () => {
  const pages = await readPages();
  expect(pages.length).toBeGreaterThan(60);
  expect(pages.find(({ path }) => path === "/checkout")?.keys).toContain("checkout.continue");
  for (const { path, keys } of pages) {
    const sections = new Set<string>(sectionsOf(screenOf(path)));
    // The settings' default texts are read by the server; the others name entries of the audit log and texts of the owner.
    const missing = keys.filter(
      (key) => !sections.has(key.split(".")[0] ?? "") && !/^(?:legal|mail|package)\./.test(key),
    );
    expect.soft(missing, path).toEqual([]);
  }
});
