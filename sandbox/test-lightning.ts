import { readFileSync } from "node:fs";
import { onTestFinished } from "vitest";
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
    requests: () => get<LoggedRequest[]>("/sandbox/lightning/requests"),
  };
}

/** Sends a request and reads the answer. */
export async function call(url: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
  return { status: answer.status, body: isJson ? JSON.parse(text) : text };
}

/** A client of the phoenixd interface with one of the two passwords. */
export function phoenixdClient(
  { phoenixdUrl, ...files }: { phoenixdUrl: string } & Record<string, string>,
  access: "limited" | "full" | "wrong" = "limited",
) {
  const url = phoenixdUrl.replace("phoenixd:", "http:");
  const file = files[`${access}PasswordFile`];
  const password = file === undefined ? "wrong" : readFileSync(file, "utf8");
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
