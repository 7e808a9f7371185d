import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { MiddlewareHandler } from "hono";
import { getMimeType } from "hono/utils/mime";

interface BuiltFile {
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
  /** Compressed by the build, in the order in which they are preferred. */
  compressed: { encoding: string; body: Uint8Array<ArrayBuffer> }[];
}

const ENCODINGS = { br: ".br", gzip: ".gz" };
const endings = Object.values(ENCODINGS);
/** Their names have a hash of what they contain. */
const HASHED = "/assets/";

/**
 * Serves the files of a folder from memory, a few megabytes: reading one for each request would take a file descriptor
 * for as long as the client reads. Other requests are passed on.
 */
export function builtFiles(dir: string): MiddlewareHandler {
  const files = readFiles(dir);
  return async (c, next) => {
    const file = files.get(c.req.path);
    const { method } = c.req;
    if (!file || (method !== "GET" && method !== "HEAD")) return next();
    const accepted = c.req
      .header("accept-encoding")
      ?.split(",")
      .map((name) => name.trim());
    const chosen = file.compressed.find(({ encoding }) => accepted?.includes(encoding));
    const { body } = chosen ?? file;
    const headers = {
      ...file.headers,
      "content-length": String(body.length),
      ...(chosen && { "content-encoding": chosen.encoding }),
    };
    return method === "HEAD" ? c.body(null, 200, headers) : c.body(body, 200, headers);
  };
}

function readFiles(dir: string): Map<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || endings.some((ending) => file.endsWith(ending))) continue;
    const path = `/${relative(dir, file).replaceAll(sep, "/")}`;
    const compressed = Object.entries(ENCODINGS)
      .filter(([, ending]) => existsSync(file + ending))
      .map(([encoding, ending]) => ({ encoding, body: readFileSync(file + ending) }));
    files.set(path, {
      headers: {
        "content-type": getMimeType(entry.name) ?? "application/octet-stream",
        "last-modified": statSync(file).mtime.toUTCString(),
        ...(path.startsWith(HASHED) && { "cache-control": "public, max-age=31536000, immutable" }),
        ...(compressed.length > 0 && { vary: "Accept-Encoding" }),
      },
      body: readFileSync(file),
      compressed,
    });
  }
  return files;
}
