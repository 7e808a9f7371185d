import { fsyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** The major version of PostgreSQL in PGlite: it cannot open a data folder of another one. */
export const EMBEDDED_VERSION = "18";

/** The extensions that the schema needs. */
export const embeddedExtensions = { pg_trgm };

/** Opens PGlite in a temporary folder, without fsync. */
export function openTemporaryPglite(dir: string): Promise<PGlite> {
  return PGlite.create({ extensions: embeddedExtensions, fs: new NodeFS(dir) });
}

/** Opens PGlite in a folder that the caller has locked, as durable as a server. */
export function openPglite(dir: string): Promise<PGlite> {
  return PGlite.create({
    extensions: embeddedExtensions,
    fs: new DurableNodeFS(dir),
    // PGlite leaves fsync off by default (-F). An acknowledged order has to survive a power cut.
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
      "-c",
      "fsync=on",
      "-c",
      "wal_sync_method=fsync",
      "-c",
      "shared_buffers=32MB",
    ],
  });
}

/** Adds the fsync that Emscripten's file system leaves out; without it no commit would reach the disk. */
class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const result = await super.init(...args);
    const { emscriptenOpts } = result;
    emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (mod) => {
        const streamOps = (mod as unknown as { NODEFS?: { stream_ops: Record<string, unknown> } })
          .NODEFS?.stream_ops;
        if (!streamOps)
          throw new Error("this PGlite has no NODEFS: commits would not reach the disk");
        streamOps.fsync = (stream: { nfd: number }) => {
          fsyncSync(stream.nfd);
          return 0;
        };
      },
    ];
    return result;
  }
}
