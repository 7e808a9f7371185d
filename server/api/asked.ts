import type { Context } from "hono";
import type { Db } from "#db/client.server.ts";
import type { ApiKey } from "#shop/api-keys/api-key.ts";
import type { AppEnv } from "../requests.ts";

/** What a program has asked, with a key that has the right to. */
export interface Asked {
  c: Context<AppEnv>;
  db: Db;
  key: ApiKey;
  now: Date;
}
