import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { inject } from "vitest";
import type { Database } from "#db/client.server.ts";
import { wrapPglite } from "#db/embedded/open.server.ts";
import { embeddedExtensions } from "#db/embedded/pglite.server.ts";
import { resetOf, returnedWhenClosed } from "./empty-database.ts";

interface Pooled {
  client: PGlite;
  /** Makes the database as it was when it was created. */
  reset: () => Promise<void>;
}

/** The databases of this worker that no test has open: making one takes far longer than emptying one. */
const idle: Pooled[] = [];

/** Opens a temporary embedded database with the newest schema. Closing it leaves it to the next test. */
export async function openFromPool(): Promise<Database> {
  const pooled = idle.pop() ?? (await create());
  let open = true;
  const client = whileOpen(pooled.client, () => open);
  return returnedWhenClosed(wrapPglite(client), async () => {
    open = false;
    await pooled.reset();
    idle.push(pooled);
  });
}

async function create(): Promise<Pooled> {
  const loadDataDir = new Blob([readFileSync(inject("snapshotPath"))]);
  const client = await PGlite.create({ loadDataDir, extensions: embeddedExtensions });
  const reset = await resetOf({
    query: (text) => client.query(text),
    exec: (text) => client.exec(text),
  });
  return { client, reset };
}

/** Refuses everything once the test has closed its database, as PGlite does: it may be another test's by then. */
function whileOpen(client: PGlite, isOpen: () => boolean): PGlite {
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (!isOpen()) throw new Error("PGlite is closed");
        return value.apply(target, args) as unknown;
      };
    },
  });
}
