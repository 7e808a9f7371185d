import type { Server } from "node:http";
import { originOf } from "./env-values.ts";
import type { Env } from "./env.server.ts";
import { isUnencrypted } from "#lib/network.ts";

/** Returns the public URL of the shop; with port 0 it is known once the server listens. */
export function addressOf(env: Env, server: Server): string {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : env.port;
  return env.appUrl.endsWith(":0") ? originOf(env.host, port) : env.appUrl;
}

/** Returns the lines of the log that say where the shop is, and what its address lacks. */
export function startLines(env: Env, server: Server): string[] {
  const origin = addressOf(env, server);
  if (env.mode === "live")
    return [
      `Satchel is open at ${origin}`,
      ...(isUnencrypted(origin)
        ? ["WARNING: APP_URL begins with http: passwords and orders travel unencrypted"]
        : []),
    ];
  return [
    `Satchel is open at ${origin} (sandbox: no real money moves)`,
    `wallet ${origin}/sandbox/wallet, mailbox ${origin}/sandbox/mail`,
  ];
}
