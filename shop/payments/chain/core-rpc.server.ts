import { readFile } from "node:fs/promises";
import { z } from "zod";
import { readJson } from "#lib/http-body.ts";
import { createHttpClient, type HttpResponse } from "#lib/http-client.server.ts";
import { ChainUnavailable } from "./chain.ts";

/** How to reach Bitcoin Core: a URL with user and password in it, or a URL and a cookie file. */
export interface CoreAccess {
  url: string;
  cookieFile: string | null;
}

/** An RPC method and its named parameters. */
export type RpcCall = readonly [method: string, params?: Record<string, unknown>];

/** Sends calls as one batch, of the named wallet if any, and returns their responses in order. Throws ChainUnavailable. */
export type CoreRpc = (
  calls: readonly RpcCall[],
  options?: { wallet?: string; timeoutMs?: number },
) => Promise<RpcResponse[]>;

/** The response to one call: its result, with amounts as the text of the JSON, or Core's error. */
export type RpcResponse = { result: unknown; error: null } | { result: null; error: RpcError };

interface RpcError {
  code: number;
  message: string;
}

/** RPC_IN_WARMUP. All error codes are from Bitcoin Core's src/rpc/protocol.h. */
const IN_WARM_UP = -28;

/** An error response of Bitcoin Core. */
export class CoreError extends ChainUnavailable {
  readonly code: number;
  constructor({ code, message }: RpcError) {
    super(`Bitcoin Core responded with "${message}" (${code})`);
    this.code = code;
  }
}

/** Creates the error for a problem that keeps Core from being read, in words for the owner. */
export function coreUnavailable(problem: string): ChainUnavailable {
  return new ChainUnavailable(`Bitcoin Core ${problem}`);
}

/** Returns the result of a call, parsed by the schema; throws the error that Core responded with. */
export function parseResult<T>(schema: z.core.$ZodType<T>, response: RpcResponse | undefined): T {
  if (response?.error?.code === IN_WARM_UP)
    throw coreUnavailable(`is starting: ${response.error.message}`);
  if (response?.error) throw new CoreError(response.error);
  const parsed = z.safeParse(schema, response?.result);
  if (!parsed.success) throw coreUnavailable("sent a response that is not the protocol's");
  return parsed.data;
}

const TIMEOUT_MS = 8000;
/** `listsinceblock` of a large wallet is longer than what other hosts may send. */
const MAX_BYTES = 32 * 1024 * 1024;

const errorSchema = z.object({ code: z.int(), message: z.string() });
const responsesSchema = z.array(
  z.object({ id: z.int(), result: z.unknown().optional(), error: errorSchema.nullish() }),
);

/** Returns a client of Bitcoin Core's JSON-RPC over HTTP. Error messages never contain the password. */
export function coreRpc({ url, cookieFile }: CoreAccess): CoreRpc {
  const { origin, pathname, host, username, password } = new URL(url);
  const base = `${origin}${pathname.replace(/\/+$/, "")}`;
  const unavailable = (problem: string) => coreUnavailable(`at ${host} ${problem}`);

  async function readCredentials(): Promise<string> {
    if (!cookieFile) return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    // Read for every request, because the node writes a new cookie at each start.
    return readFile(cookieFile, "utf8").then(
      (text) => text.trim(),
      () => {
        throw unavailable(`has no cookie file at ${cookieFile} that can be read: does it run?`);
      },
    );
  }

  return async (calls, { wallet, timeoutMs = TIMEOUT_MS } = {}) => {
    const authorization = `Basic ${Buffer.from(await readCredentials()).toString("base64")}`;
    const path = wallet === undefined ? "/" : `/wallet/${encodeURIComponent(wallet)}`;
    const body = calls.map(([method, params = {}], id) => ({ jsonrpc: "2.0", id, method, params }));
    const send = createHttpClient({ timeoutMs, maxBytes: MAX_BYTES });
    const post = async (headers: Record<string, string>) => {
      const sent = await send(`${base}${path}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (!sent.ok) throw unavailable(`does not answer (${sent.error.detail})`);
      return sent.value;
    };
    const response = await post({ authorization });
    const { status } = response;
    if (status === 403) {
      // Refused before the password is checked (src/httpserver.cpp), or after it, for a call that is not permitted
      // (src/httprpc.cpp). Both have no body; without a password only the latter becomes 401.
      const isPermittedHost = (await post({})).status === 401;
      throw unavailable(
        isPermittedHost
          ? notPermitted(calls)
          : "refuses connections from this machine (see its rpcallowip)",
      );
    }
    if (status !== 200) throw unavailable(describeStatus(status, cookieFile));
    const responses = parseResponses(response, calls.length);
    if (!responses) throw unavailable(`sent a response that is not Bitcoin Core's. ${OTHER}`);
    return responses;
  };
}

/** What to look at when something else answers than Bitcoin Core. */
const OTHER = "Does a proxy or another service answer at this address?";

function parseResponses(response: HttpResponse, count: number): RpcResponse[] | null {
  const json = readJson(response, amountsAsText);
  if (!json.ok) return null;
  const parsed = responsesSchema.safeParse(json.value);
  if (!parsed.success) return null;
  const byId = new Map(parsed.data.map((response) => [response.id, response]));
  const responses = Array.from({ length: count }, (_, id) => byId.get(id));
  if (responses.some((response) => response === undefined)) return null;
  return responses.flatMap((response) =>
    response?.error
      ? { result: null, error: response.error }
      : { result: response?.result ?? null, error: null },
  );
}

/** Leaves amounts in JSON as text: a float cannot hold every amount of satoshis times 10^-8. */
function amountsAsText(key: string, value: unknown, { source }: { source?: string }): unknown {
  return key === "amount" && typeof value === "number" ? source : value;
}

function notPermitted(calls: readonly RpcCall[]): string {
  const methods = [...new Set(calls.map(([method]) => method))].join(", ");
  return `does not let the shop call ${methods}: add the calls that the configuration guide lists to its rpcwhitelist`;
}

function describeStatus(status: number, cookieFile: string | null): string {
  if (status === 401)
    return cookieFile
      ? "refuses the cookie: is the cookie file that of this node?"
      : "refuses user and password: compare them with rpcauth or rpcuser of its configuration";
  if (status === 503) return "is too busy: its work queue is full (see its rpcworkqueue)";
  return `responded with status ${status}. ${OTHER}`;
}
