import { readFile } from "node:fs/promises";
import { z } from "zod";
import { readJson } from "#lib/http-body.ts";
import { createHttpClient, type HttpClient, type HttpResponse } from "#lib/http-client.server.ts";
import {
  InvoiceRefused,
  type LightningNode,
  nodeNames,
  NodeUnavailable,
} from "./lightning-node.ts";

/** How to reach a Lightning node. */
export interface LightningAccess {
  kind: LightningNode["kind"];
  /** Begins with http or https, and does not end with a slash. */
  url: string;
  /** phoenixd's password, LND's macaroon in hex or Core Lightning's rune. */
  secret: string;
  /** The certificate (PEM) of the node or of its authority; null trusts the public authorities. */
  certFile: string | null;
  /** False for a phoenixd that runs with --auto-liquidity off. */
  opensChannels?: boolean;
}

const TIMEOUT_MS = 5000;
/** The list of all channels of a large node is longer than what other hosts may send. */
const MAX_BYTES = 16 * 1024 * 1024;
/** How long a message may be, since text of the node may be in it. */
const MESSAGE_CHARACTERS = 300;

interface NodeRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

/** Sends requests to a node. Its errors are `NodeUnavailable`, with the node's name and host, and without the secret. */
export interface NodeClient {
  /** Sends a request and returns the response with any status. The default timeout is 5 s. */
  send: (path: string, request?: NodeRequest, timeoutMs?: number) => Promise<HttpResponse>;
  /** Returns the JSON of a response, parsed by the schema. */
  parse: <T>(response: HttpResponse, schema: z.core.$ZodType<T>) => T;
  /** Creates the error for a problem, in words for the owner. */
  unavailable: (problem: string) => NodeUnavailable;
  /** Creates the error for an invoice that must not be shown, as none from this amount on. */
  refused: (problem: string, fromSats: number) => InvoiceRefused;
  /** Creates the error for a request that has no response. */
  unreachable: (detail: string) => NodeUnavailable;
  /** Returns the certificates to trust, if the access names a file. */
  readCa: () => Promise<string | undefined>;
}

/** Returns a client for the node; `headers` are those that authenticate. */
export function nodeClient(access: LightningAccess, headers: Record<string, string>): NodeClient {
  const { kind, url, secret, certFile } = access;
  const { host } = new URL(url);
  // phoenixd's password travels as Base64.
  const credentials = Object.values(headers).map((value) => value.replace(/^Basic /, ""));
  // Cut after that, so that no part of a credential is left at the end.
  const messageOf = (problem: string) =>
    [secret, ...credentials]
      .reduce(
        (text, credential) => text.replaceAll(credential, "…"),
        `${nodeNames[kind]} at ${host} ${problem}`,
      )
      .slice(0, MESSAGE_CHARACTERS);
  const unavailable = (problem: string) => new NodeUnavailable(messageOf(problem));
  const expected =
    certFile === null
      ? "a certificate of a public authority, nor is LIGHTNING_CERT_FILE set"
      : "the certificate of LIGHTNING_CERT_FILE";
  const unreachable = (detail: string) =>
    unavailable(
      /certificate|altnames/i.test(detail)
        ? `does not show ${expected} (${detail.split(";")[0]})`
        : `does not answer (${detail})`,
    );

  async function readCa(): Promise<string | undefined> {
    if (certFile === null) return undefined;
    // Read for every request: LND renews its certificate by itself.
    return readFile(certFile, "utf8").catch(() => {
      throw unavailable(`has no certificate file at ${certFile} that can be read`);
    });
  }

  // Every request may be sent twice: an invoice that was never shown does not matter.
  const clients = new Map<number, HttpClient>();
  function clientOf(timeoutMs: number): HttpClient {
    const made = clients.get(timeoutMs);
    if (made) return made;
    const client = createHttpClient({ timeoutMs, maxBytes: MAX_BYTES, keepAlive: true });
    clients.set(timeoutMs, client);
    return client;
  }

  return {
    async send(path, request = {}, timeoutMs = TIMEOUT_MS) {
      const sent = await clientOf(timeoutMs)(`${url}${path}`, {
        ...request,
        headers: { ...headers, ...request.headers },
        ca: await readCa(),
      });
      if (!sent.ok) throw unreachable(sent.error.detail);
      return sent.value;
    },
    parse(response, schema) {
      const json = readJson(response);
      const parsed = json.ok ? z.safeParse(schema, json.value) : null;
      if (!parsed?.success)
        throw unavailable(`sent a response that is not the protocol's (status ${response.status})`);
      return parsed.data;
    },
    unavailable,
    refused: (problem, fromSats) => new InvoiceRefused(messageOf(problem), fromSats),
    unreachable,
    readCa,
  };
}

/** Returns text of the node for a message, in quotation marks. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/\s+/g, " ").trim()}"`;
}
