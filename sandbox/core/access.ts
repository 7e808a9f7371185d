import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** The credentials of the Bitcoin Core stand-in: `rpcuser` and `rpcpassword`, or the cookie file. */
export type CoreAccess = {
  user: string;
  password: string;
  cookieFile: string;
  allows: (authorization: string | undefined) => boolean;
};

/** Writes a new cookie file, as a node does at each start. */
export function openCoreAccess(dir: string): CoreAccess {
  const cookieFile = join(dir, ".cookie");
  const cookie = `__cookie__:${randomBytes(32).toString("hex")}`;
  writeFileSync(cookieFile, cookie, { mode: 0o600 });
  const user = "shop";
  const password = randomBytes(16).toString("hex");
  const allowed = new Set([cookie, `${user}:${password}`].map(basic));
  return {
    user,
    password,
    cookieFile,
    allows: (authorization) => authorization !== undefined && allowed.has(authorization),
  };
}

function basic(userAndPassword: string): string {
  return `Basic ${Buffer.from(userAndPassword).toString("base64")}`;
}
