import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const folder = join(root, "node_modules/.cache/satchel");

/** What the snapshot depends on. */
const inputs = [
  "db/migrations/**/*.{sql,json}",
  "db/migrations.server.ts",
  "db/embedded/*.server.ts",
  "node_modules/@electric-sql/pglite/package.json",
];

/**
 * Returns the path of a PGlite data folder with the newest schema, as an archive. It is made once for each state of the
 * migrations, since they take some seconds of processor time, and is loaded by each test file with a database.
 */
export async function schemaSnapshot(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of globSync(inputs, { cwd: root }).toSorted())
    hash.update(file).update(readFileSync(join(root, file)));
  const name = `schema-${hash.digest("hex").slice(0, 16)}.tar`;
  const path = join(folder, name);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  // Another run may be making the same one.
  const made = join(folder, `${process.pid}.making`);
  writeFileSync(made, await makeSnapshot());
  renameSync(made, path);
  for (const other of readdirSync(folder))
    if (/^schema-.*\.tar$/.test(other) && other !== name)
      rmSync(join(folder, other), { force: true });
  return path;
}

/** Runs the migrations. Loaded only then: the database takes most of the time in which a pure test starts. */
async function makeSnapshot(): Promise<Buffer> {
  const { PGlite } = await import("@electric-sql/pglite");
  const { wrapPglite } = await import("#db/embedded/open.server.ts");
  const { embeddedExtensions } = await import("#db/embedded/pglite.server.ts");
  const { migrateToNewest } = await import("#db/migrations.server.ts");
  const client = new PGlite({ extensions: embeddedExtensions });
  const database = wrapPglite(client);
  await migrateToNewest(database.db);
  const archive = Buffer.from(await (await client.dumpDataDir("none")).arrayBuffer());
  await database.close();
  return archive;
}
