import type { Context } from "hono";
import type { Db } from "#db/client.server.ts";
import type { ApiKey, ApiScope } from "#shop/api-keys/api-key.ts";
import { findApiKey, type ApiKeyError } from "#shop/api-keys/api-keys.server.ts";
import { apiByKey, apiRefusedByAddress } from "#shop/limits/limits.server.ts";
import { type Allowance, takeAttempt } from "#shop/limits/attempts.server.ts";
import type { AppEnv } from "../requests.ts";
import { problem } from "./problems.ts";

/** Matches any key, and rejects texts much longer than one. */
const BEARER = /^Bearer +([\x21-\x7e]{1,200})$/i;

const refusals: Record<ApiKeyError | "missing", string> = {
  missing: 'Send a key: "Authorization: Bearer satchel_live_…".',
  unknown: "This key does not exist.",
  revoked: "This key was revoked.",
  expired: "This key has expired.",
  ended: "The person of this key has no access any more.",
};

/** Returns the key of a request if it has the scope and is within the rate limit, else the error response. */
export async function authorizeKey(
  c: Context<AppEnv>,
  db: Db,
  { scope, now }: { scope: ApiScope; now: Date },
): Promise<{ key: ApiKey } | { rejection: Response }> {
  const text = BEARER.exec(c.req.header("authorization") ?? "")?.[1];
  const found = text === undefined ? null : await findApiKey(db, text, now);
  if (!found?.ok) {
    // After the lookup, unlike other limits: a key has 256 random bits and cannot be guessed, and a program with a valid
    // one is not to be refused because of others at its address.
    const spent = await takeAttempt(db, apiRefusedByAddress, c.get("clientAddress"), now);
    if (!spent.allowed) return { rejection: tooMany(c, spent) };
    const error = found ? ' error="invalid_token"' : "";
    const headers = { "www-authenticate": `Bearer realm="Satchel"${error && `,${error}`}` };
    const detail = refusals[found?.error ?? "missing"];
    return { rejection: problem(c, "unauthorized", detail, { headers }) };
  }
  const key = found.value;
  c.get("request").key = key.id;
  const spent = await takeAttempt(db, apiByKey, key.id, now);
  c.header("ratelimit-limit", String(spent.max));
  c.header("ratelimit-remaining", String(spent.remaining));
  c.header("ratelimit-reset", String(spent.seconds));
  if (!spent.allowed) return { rejection: tooMany(c, spent) };
  if (!key.scopes.includes(scope)) {
    const headers = {
      "www-authenticate": `Bearer realm="Satchel", error="insufficient_scope", scope="${scope}"`,
    };
    const detail = `This key does not have the right ${scope}.`;
    return { rejection: problem(c, "forbidden", detail, { headers }) };
  }
  return { key };
}

function tooMany(c: Context<AppEnv>, { max, seconds }: Allowance): Response {
  const wait = `Please wait ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  return problem(c, "too-many-requests", `More than ${max} requests in a minute. ${wait}`, {
    headers: { "retry-after": String(seconds) },
  });
}
