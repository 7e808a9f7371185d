import { readFileSync } from "node:fs";
import { expect, onTestFinished } from "vitest";
import type { LightningAddresses } from "./lightning/addresses.ts";
import type { LightningFault } from "./lightning/faults.ts";
import type { LoggedRequest } from "./lightning/request-log.ts";
import { openSandbox } from "./test-sandbox.ts";

/** An answer of one of the interfaces: its body as JSON where it is, else as text. */
export type Answer = { status: number; body: unknown };

/** A sandbox with what the tests of Lightning do to it. */
export async function openLightning(dir?: string) {
  const sandbox = await openSandbox(dir);
  const { get, send } = sandbox;
  return {
    ...sandbox,
    payInvoice: (invoice: string, msat?: number) =>
      send<{ hash: string; msat: number; status: string }>("POST", "/sandbox/lightning/pay", {
        invoice,
        ...(msat !== undefined && { msat }),
      }),
    setFault: (lightning: LightningFault | null) => send("PUT", "/sandbox/faults", { lightning }),
    /** Resolves when this many clients wait for news. */
    streamsOpen: (open: number) =>
      expect.poll(() => get("/sandbox/lightning/streams")).toEqual({ open }),
    requests: () => get<LoggedRequest[]>("/sandbox/lightning/requests"),
  };
}

/** Sends a request and reads the answer. */
export async function call(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

/** A client of clnrest with one of the runes; `rpc` calls a method. */
export function clnClient(
  { clnrestUrl, runeFiles }: LightningAddresses,
  name: keyof LightningAddresses["runeFiles"] = "shop",
) {
  const url = clnrestUrl.replace("clnrest+", "");
  const rune = readFileSync(runeFiles[name], "utf8");
  const headers = { rune, "content-type": "application/json" };
  const rpc = (method: string, params: object = {}, init: RequestInit = {}) =>
    call(`${url}/v1/${method}`, {
      method: "POST",
      headers,
      body: JSON.stringify(params),
      ...init,
    });
  const create = async (msat: number, label: string, more: object = {}) => {
    const request = { amount_msat: msat, label, description: "Satchel 7KQ2M9X", ...more };
    const { status, body } = await rpc("invoice", request);
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body as { bolt11: string; payment_hash: string } & Record<string, unknown>;
  };
  const lookUp = async (payment_hash: string) => {
    const { body } = await rpc("listinvoices", { payment_hash });
    return (body as { invoices: Record<string, unknown>[] }).invoices[0];
  };
  return { url, rpc, create, lookUp, rune };
}

/** A client of LND's REST interface with one of the macaroons. */
export function lndClient(
  { lndUrl, macaroonFiles }: LightningAddresses,
  name: keyof LightningAddresses["macaroonFiles"] = "invoice",
) {
  const url = lndUrl.replace("lnd+", "");
  const macaroon = readFileSync(macaroonFiles[name]).toString("hex");
  const headers = { "grpc-metadata-macaroon": macaroon };
  const get = (path: string) => call(url + path, { headers });
  const post = (path: string, body: object) =>
    call(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const create = async (msat: number, more: object = {}) => {
    const request = { value_msat: String(msat), memo: "Satchel 7KQ2M9X", ...more };
    const { status, body } = await post("/v1/invoices", request);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    const invoice = body as { r_hash: string; payment_request: string; add_index: string };
    return { ...invoice, hash: Buffer.from(invoice.r_hash, "base64").toString("hex") };
  };
  const lookUp = async (hash: string) =>
    (await get(`/v1/invoice/${hash}`)).body as Record<string, unknown>;
  /** Subscribes to invoices; returns those that come. */
  async function* subscribe(query = "") {
    const { signal, abort } = abortController();
    onTestFinished(abort);
    const response = await fetch(`${url}/v1/invoices/subscribe${query}`, { headers, signal });
    let text = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) yield (JSON.parse(line) as { result: LndInvoice }).result;
    }
  }
  return { url, get, post, create, lookUp, subscribe, macaroon };
}

type LndInvoice = Record<string, unknown>;

function abortController() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** A client of the phoenixd interface with one of the two passwords. */
export function phoenixdClient(
  { phoenixdUrl, ...files }: LightningAddresses,
  access: "limited" | "full" | "wrong" = "limited",
) {
  const url = phoenixdUrl.replace("phoenixd:", "http:");
  const password =
    access === "wrong" ? "wrong" : readFileSync(files[`${access}PasswordFile`], "utf8");
  const headers = { authorization: `Basic ${Buffer.from(`:${password}`).toString("base64")}` };
  const get = (path: string) => call(url + path, { headers });
  const post = (path: string, form: Record<string, string>) =>
    call(url + path, { method: "POST", headers, body: new URLSearchParams(form) });
  const create = async (sats: number, more: Record<string, string> = {}) => {
    const form = { amountSat: String(sats), description: "Satchel 7KQ2M9X", ...more };
    const { status, body } = await post("/createinvoice", form);
    if (status !== 200) throw new Error(`${status} ${String(body)}`);
    return body as { amountSat: number; paymentHash: string; serialized: string };
  };
  const lookUp = async (hash: string) =>
    (await get(`/payments/incoming/${hash}`)).body as Record<string, unknown>;
  /** Opens the WebSocket; `next` returns the next message. */
  const listen = async (init: object = { headers }) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/websocket`, init as string[]);
    onTestFinished(() => socket.close());
    const messages: string[] = [];
    const waiting: ((message: string) => void)[] = [];
    socket.addEventListener("message", ({ data }) => {
      const resolve = waiting.shift();
      if (resolve) resolve(String(data));
      else messages.push(String(data));
    });
    const closed = new Promise((resolve) => socket.addEventListener("close", resolve));
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", () => reject(new Error("the WebSocket was refused")));
    });
    const next = async () => {
      const text = messages.shift() ?? (await new Promise<string>((r) => void waiting.push(r)));
      return JSON.parse(text) as Record<string, unknown>;
    };
    return { next, messages, closed };
  };
  return { get, post, create, lookUp, listen, password };
}
