import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { type Result, ok, err } from "#lib/result.ts";
import { abortAfter, redactDetail } from "../provider-http.ts";
import type { ProviderError } from "../provider.ts";
import { MINUTE_MS } from "#lib/time.ts";

/** What the shop is known by at PayPal, and where PayPal is. */
export interface PaypalAccess {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** Where the API begins; the paths below it are PayPal's. */
  apiUrl: string;
  pageOrigins: readonly string[];
}

/** One question to PayPal. Throws PaypalProblem when there is no answer in the shape asked for. */
export type PaypalCall = <T>(
  schema: z.ZodType<T>,
  path: string,
  post?: { body: string; requestId?: string },
) => Promise<T>;

/** Runs what is asked of PayPal; what PayPal says against it, and that it says nothing, are values. */
export type PaypalApi = <T>(
  work: (call: PaypalCall) => Promise<T>,
  signal?: AbortSignal,
) => Promise<Result<T, ProviderError>>;

/** PayPal said no, or nothing that can be understood. */
export class PaypalProblem extends Error {
  readonly kind: ProviderError["kind"];
  readonly status: number | null;
  /** What PayPal calls it. */
  readonly issue: string | null;
  /** What in the question it is about. */
  readonly field: string | null;
  constructor(
    kind: ProviderError["kind"],
    detail: string,
    {
      status = null,
      issue = null,
      field = null,
    }: { status?: number | null; issue?: string | null; field?: string | null } = {},
  ) {
    super(`PayPal: ${redactDetail(detail)}`);
    this.name = "PaypalProblem";
    this.kind = kind;
    this.status = status;
    this.issue = issue;
    this.field = field;
  }
}

const REQUEST_MS = 8000;
const TOTAL_MS = 12_000;
const RETRY_MS = 300;
/** A token is renewed before its end, so that none ends on its way. */
const TOKEN_SPARE_MS = MINUTE_MS;

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const errorSchema = z.object({
  name: z.string().optional(),
  error: z.string().optional(),
  debug_id: z.string().optional(),
  details: z
    .array(
      z.object({
        issue: z.string().optional(),
        description: z.string().optional(),
        field: z.string().optional(),
      }),
    )
    .optional(),
});

interface Request {
  headers: Record<string, string>;
  body?: string;
}

/** PayPal's REST API, with an end to its patience, and with a token that is kept as long as it is good. */
export function paypalApi({
  clientId,
  clientSecret,
  apiUrl,
}: Pick<PaypalAccess, "clientId" | "clientSecret" | "apiUrl">): PaypalApi {
  const base = apiUrl.replace(/\/+$/, "");
  let known: { token: string; until: number } | null = null;

  async function newToken(signal: AbortSignal): Promise<string> {
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    const asked = Date.now();
    const { access_token, expires_in } = await send(
      tokenSchema,
      `${base}/v1/oauth2/token`,
      signal,
      {
        headers: {
          authorization: `Basic ${credentials}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: "grant_type=client_credentials",
      },
    );
    known = { token: access_token, until: asked + expires_in * 1000 - TOKEN_SPARE_MS };
    return access_token;
  }

  return async (work, signal) => {
    const end = abortAfter(signal, TOTAL_MS);
    const call: PaypalCall = async (schema, path, post) => {
      const kept = known && Date.now() < known.until ? known.token : null;
      const ask = (token: string) =>
        send(schema, `${base}${path}`, end, {
          headers: {
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
            prefer: "return=representation",
            ...(post?.requestId && { "paypal-request-id": post.requestId }),
          },
          ...(post && { body: post.body }),
        });
      if (!kept) return ask(await newToken(end));
      return ask(kept).catch(async (error: unknown) => {
        // PayPal may forget a token before its time.
        if (!(error instanceof PaypalProblem) || error.status !== 401) throw error;
        return ask(await newToken(end));
      });
    };
    try {
      return ok(await work(call));
    } catch (error) {
      if (!(error instanceof PaypalProblem)) throw error;
      return err({ kind: error.kind, detail: error.message });
    }
  };
}

/** What came, in the shape asked for. Asked once more where the first answer may have been bad luck. */
async function send<T>(
  schema: z.ZodType<T>,
  url: string,
  signal: AbortSignal,
  request: Request,
): Promise<T> {
  try {
    return await sendOnce(schema, url, signal, request);
  } catch (error) {
    const isBadLuck = error instanceof PaypalProblem && error.kind === "unavailable";
    // Too many requests do not become fewer by another one.
    if (!isBadLuck || error.status === 429 || signal.aborted) throw error;
    await delay(RETRY_MS);
    return sendOnce(schema, url, signal, request);
  }
}

async function sendOnce<T>(
  schema: z.ZodType<T>,
  url: string,
  signal: AbortSignal,
  { headers, body }: Request,
): Promise<T> {
  const { status, text } = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: { accept: "application/json", ...headers },
    body: body ?? null,
    redirect: "error",
    signal: abortAfter(signal, REQUEST_MS),
  })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    // Also when it breaks off in the middle.
    .catch((error: unknown) => {
      throw new PaypalProblem("unavailable", `no answer (${reasonOf(error)})`);
    });
  const json = parse(text);
  if (status >= 200 && status < 300) {
    const answer = schema.safeParse(json);
    if (answer.success) return answer.data;
    throw new PaypalProblem("unavailable", "an answer that is not the protocol's", { status });
  }
  throw problemOf(status, json);
}

function problemOf(status: number, json: unknown): PaypalProblem {
  const said = errorSchema.safeParse(json).data;
  const name = said?.name ?? said?.error;
  // Without PayPal's own words it was somebody on the way who said no.
  const isFinal = name !== undefined && status < 500 && status !== 429 && status !== 409;
  const [first] = said?.details ?? [];
  const issue = first?.issue ?? name ?? null;
  const field = first?.field ?? null;
  // The values that PayPal quotes may be what a buyer typed: they are not told.
  const words = [issue, first?.description, said?.debug_id && `debug id ${said.debug_id}`];
  const detail = [`status ${status}`, ...words.filter(Boolean)].join(", ");
  return new PaypalProblem(isFinal ? "refused" : "unavailable", detail, { status, issue, field });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "TimeoutError" || error.name === "AbortError") return "given up waiting";
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : error.message;
}
