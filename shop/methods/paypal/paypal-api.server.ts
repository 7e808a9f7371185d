import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { readJson } from "#lib/http-body.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { endOfCall, providerClient, redactDetail } from "../provider-http.server.ts";
import type { ProviderError } from "../provider.ts";
import { MINUTE_MS } from "#lib/time.ts";

/** The shop's credentials at PayPal, and PayPal's addresses. */
export interface PaypalAccess {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** Base URL of the API. */
  apiUrl: string;
  pageOrigins: readonly string[];
}

/** Sends one request. Throws PaypalError on failure, and for a response that does not match the schema. */
export type PaypalCall = <T>(
  schema: z.core.$ZodType<T>,
  path: string,
  post?: { body: string; requestId?: string },
) => Promise<T>;

/** Runs requests to PayPal; a PaypalError is returned as an expected error. */
export type PaypalApi = <T>(
  work: (call: PaypalCall) => Promise<T>,
  signal?: AbortSignal,
) => Promise<Result<T, ProviderError>>;

/** An error response of PayPal, or no usable response. */
export class PaypalError extends Error {
  readonly kind: ProviderError["kind"];
  readonly status: number | null;
  /** PayPal's name of the issue. */
  readonly issue: string | null;
  /** The field of the request that is at fault. */
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
    this.name = "PaypalError";
    this.kind = kind;
    this.status = status;
    this.issue = issue;
    this.field = field;
  }
}

const RETRY_MS = 300;
/** A token is renewed this long before it expires, so that it does not expire during a request. */
const TOKEN_MARGIN_MS = MINUTE_MS;

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

/** Opens a client of PayPal's REST API with timeouts and a cached access token. */
export function paypalApi({
  clientId,
  clientSecret,
  apiUrl,
}: Pick<PaypalAccess, "clientId" | "clientSecret" | "apiUrl">): PaypalApi {
  const base = apiUrl.replace(/\/+$/, "");
  let cached: { token: string; until: number } | null = null;

  async function newToken(signal: AbortSignal): Promise<string> {
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    const requestedAt = Date.now();
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
    cached = { token: access_token, until: requestedAt + expires_in * 1000 - TOKEN_MARGIN_MS };
    return access_token;
  }

  return async (work, signal) => {
    const end = endOfCall(signal);
    const call: PaypalCall = async (schema, path, post) => {
      const cachedToken = cached && Date.now() < cached.until ? cached.token : null;
      const request = (token: string) =>
        send(schema, `${base}${path}`, end, {
          headers: {
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
            prefer: "return=representation",
            ...(post?.requestId && { "paypal-request-id": post.requestId }),
          },
          ...(post && { body: post.body }),
        });
      if (!cachedToken) return request(await newToken(end));
      return request(cachedToken).catch(async (error: unknown) => {
        // PayPal may revoke a token before it expires.
        if (!(error instanceof PaypalError) || error.status !== 401) throw error;
        return request(await newToken(end));
      });
    };
    try {
      return ok(await work(call));
    } catch (error) {
      if (!(error instanceof PaypalError)) throw error;
      return err({ kind: error.kind, detail: error.message });
    }
  };
}

/** Sends a request and parses the response; retries once after a transient failure. */
async function send<T>(
  schema: z.core.$ZodType<T>,
  url: string,
  signal: AbortSignal,
  request: Request,
): Promise<T> {
  try {
    return await sendOnce(schema, url, signal, request);
  } catch (error) {
    const isTransient = error instanceof PaypalError && error.kind === "unavailable";
    // A retry would only add to the requests that PayPal is limiting.
    if (!isTransient || error.status === 429 || signal.aborted) throw error;
    await delay(RETRY_MS);
    return sendOnce(schema, url, signal, request);
  }
}

async function sendOnce<T>(
  schema: z.core.$ZodType<T>,
  url: string,
  signal: AbortSignal,
  { headers, body }: Request,
): Promise<T> {
  const sent = await providerClient(url, {
    method: body === undefined ? "GET" : "POST",
    headers: { accept: "application/json", ...headers },
    ...(body !== undefined && { body }),
    signal,
  });
  if (!sent.ok) throw new PaypalError("unavailable", `no response (${sent.error.detail})`);
  const { status } = sent.value;
  const parsedBody = readJson(sent.value);
  const json = parsedBody.ok ? parsedBody.value : undefined;
  if (status >= 200 && status < 300) {
    const parsed = z.safeParse(schema, json);
    if (parsed.success) return parsed.data;
    throw new PaypalError("unavailable", "unexpected response body", { status });
  }
  throw toPaypalError(status, json);
}

function toPaypalError(status: number, json: unknown): PaypalError {
  const body = errorSchema.safeParse(json).data;
  const name = body?.name ?? body?.error;
  // An error without PayPal's error body comes from a proxy in between.
  const isFinal = name !== undefined && status < 500 && status !== 429 && status !== 409;
  const [first] = body?.details ?? [];
  const issue = first?.issue ?? name ?? null;
  const field = first?.field ?? null;
  // Values quoted by PayPal may contain buyer input, so they are left out.
  const facts = [issue, first?.description, body?.debug_id && `debug id ${body.debug_id}`];
  const detail = [`status ${status}`, ...facts.filter(Boolean)].join(", ");
  return new PaypalError(isFinal ? "refused" : "unavailable", detail, { status, issue, field });
}
