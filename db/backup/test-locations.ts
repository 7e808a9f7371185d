import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach } from "vitest";
import { createOnServer } from "../../tests/create-on-server.ts";
import { folderForDatabases } from "../../tests/temp-folder.ts";
import type { Database } from "../client.server.ts";
import { openDatabase } from "../open-database.server.ts";

export interface TestLocation {
  url: string | null;
  dataDir: string;
}

/** Folders and databases for the tests of a file: closed after each test, gone after the last. */
export function testLocations() {
  const dir = folderForDatabases();
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const closing: (() => Promise<void>)[] = [];
  const closeAll = async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  };
  afterEach(closeAll);
  return {
    closeAll,
    newFolder: () => mkdtempSync(join(dir, "data-")),
    openUntilEnd: async (location: TestLocation): Promise<Database> => {
      const database = await openDatabase(location);
      closing.push(database.close);
      return database;
    },
    /** The address of an empty database. */
    emptyServer: async (): Promise<string> => {
      const { url, drop } = await createOnServer();
      closing.push(drop);
      return url;
    },
  };
}
