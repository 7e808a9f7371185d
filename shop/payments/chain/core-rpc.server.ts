import { readFile } from "node:fs/promises";
import { z } from "zod";
import { readJson } from "#lib/http-body.ts";
import { createHttpClient, type HttpResponse } from "#lib/http-client.server.ts";
import { ChainUnavailable } from "./chain.ts";

/** Where Bitcoin Core answers: an address with user and password in it, or one beside a cookie file. */
export interface CoreAccess {
  url: string;
  cookieFile: string | null;
}

/** A method and its parameters, by name. */
export type RpcCall = readonly [method: string, params?: Record<string, unknown>];

/** Runs calls in one request, in their order; `wallet` is whose they are. Throws ChainUnavailable. */
export type CoreRpc = (
  calls: readonly RpcCall[],
  options?: { wallet?: string; timeoutMs?: number },
) => Promise<RpcResponse[]>;

/** What a call gave, amounts as the text that stood in the JSON; or what Core says against it. */
export type RpcResponse = { result: unknown; error: null } | { result: null; error: RpcProblem };

interface RpcProblem {
  code: number;
  message: string;
}

/** Of Core's src/rpc/protocol.h, as the other codes are. */
const IN_WARM_UP = -28;

/** A call that Core did not do. */
export class CoreError extends ChainUnavailable {
  readonly code: number;
  constructor({ code, message }: RpcProblem) {
    super(`Bitcoin Core says "${message}" (${code})`);
    this.code = code;
  }
}

/** What keeps Core from being read, in words for the owner. */
export function coreProblem(problem: string): ChainUnavailable {
  return new ChainUnavailable(`Bitcoin Core ${problem}`);
}

/** The result of a call in the shape asked for; throws what Core says against it. */
export function resultOf<T>(schema: z.ZodType<T>, answer: RpcResponse | undefined): T {
  if (answer?.error?.code === IN_WARM_UP) throw coreProblem(`is starting: ${answer.error.message}`);
  if (answer?.error) throw new CoreError(answer.error);
  const parsed = schema.safeParse(answer?.result);
  if (!parsed.success) throw coreProblem("gave an answer that is not the protocol's");
  return parsed.data;
}

const TIMEOUT_MS = 8000;
/** `listsinceblock` of a large wallet is longer than what other hosts may send. */
const MAX_BYTES = 32 * 1024 * 1024;

const problemSchema = z.object({ code: z.int(), message: z.string() });
const answersSchema = z.array(
  z.object({ id: z.int(), result: z.unknown().optional(), error: problemSchema.nullish() }),
);

/** Bitcoin Core's JSON-RPC over HTTP. What goes wrong is told in words that never hold the password. */
export function coreRpc({ url, cookieFile }: CoreAccess): CoreRpc {
  const { origin, pathname, host, username, password } = new URL(url);
  const base = `${origin}${pathname.replace(/\/+$/, "")}`;
  const unavailable = (problem: string) => coreProblem(`at ${host} ${problem}`);

  async function credentials(): Promise<string> {
    if (!cookieFile) return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    // Read each time: a node writes another one at each start.
    return readFile(cookieFile, "utf8").then(
      (text) => text.trim(),
      () => {
        throw unavailable(`has no cookie file at ${cookieFile} that can be read: does it run?`);
      },
    );
  }

  return async (calls, { wallet, timeoutMs = TIMEOUT_MS } = {}) => {
    const authorization = `Basic ${Buffer.from(await credentials()).toString("base64")}`;
    const path = wallet === undefined ? "/" : `/wallet/${encodeURIComponent(wallet)}`;
    const body = calls.map(([method, params = {}], id) => ({ jsonrpc: "2.0", id, method, params }));
    const send = createHttpClient({ timeoutMs, maxBytes: MAX_BYTES });
    const sent = await send(`${base}${path}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!sent.ok) throw unavailable(`does not answer (${sent.error.detail})`);
    const { status } = sent.value;
    if (status !== 200) throw unavailable(statusProblem(status, cookieFile));
    const answers = readAnswers(sent.value, calls.length);
    if (!answers) throw unavailable("gave an answer that is not the protocol's");
    return answers;
  };
}

function readAnswers(response: HttpResponse, count: number): RpcResponse[] | null {
  const json = readJson(response, amountsAsText);
  if (!json.ok) return null;
  const parsed = answersSchema.safeParse(json.value);
  if (!parsed.success) return null;
  const byId = new Map(parsed.data.map((answer) => [answer.id, answer]));
  const answers = Array.from({ length: count }, (_, id) => byId.get(id));
  if (answers.some((answer) => answer === undefined)) return null;
  return answers.flatMap((answer) =>
    answer?.error
      ? { result: null, error: answer.error }
      : { result: answer?.result ?? null, error: null },
  );
}

/** Leaves amounts in JSON as text: a float cannot hold every amount of satoshis times 10^-8. */
function amountsAsText(key: string, value: unknown, { source }: { source?: string }): unknown {
  return key === "amount" && typeof value === "number" ? source : value;
}

function statusProblem(status: number, cookieFile: string | null): string {
  if (status === 401)
    return cookieFile
      ? "refuses the cookie: is the cookie file that of this node?"
      : "refuses user and password: compare them with rpcauth or rpcuser of its configuration";
  if (status === 403) return "refuses connections from this machine (see its rpcallowip)";
  if (status === 503) return "is too busy: its work queue is full (see its rpcworkqueue)";
  return `answers with status ${status}`;
}
