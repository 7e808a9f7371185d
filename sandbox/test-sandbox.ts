import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { startSandbox } from "./sandbox.ts";

/** The parts of an Esplora transaction that the tests look at. */
export type EsploraTx = {
  txid: string;
  vin: { txid: string; vout: number; sequence: number }[];
  vout: { scriptpubkey_address?: string; scriptpubkey_type: string; value: number }[];
  fee: number;
  status: { confirmed: boolean; block_height?: number; block_hash?: string; block_time?: number };
};

/** Creates a directory that is removed when the test ends. */
export function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), "sandbox-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A client for a sandbox at `url`. Responses are parsed as JSON, or returned as text. */
export function client(url: string) {
  const get = async <T>(path: string): Promise<T> => read(await fetch(url + path));
  const send = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
    read(await fetch(url + path, { method, body: JSON.stringify(body) ?? null }));
  const pay = async (address: string, sats: number, confirm = 0): Promise<string> => {
    const body = { address, sats, confirm };
    const { txid } = await send<{ txid: string }>("POST", "/sandbox/wallet/payments", body);
    return txid;
  };
  const mine = (count: number): Promise<{ height: number; hash: string }> =>
    send("POST", "/sandbox/chain/blocks", { count });
  return { get, send, pay, mine };
}

/** Starts a sandbox that stops with the test. */
export async function openSandbox(dir = temporaryDir()) {
  const { close, ...addresses } = await startSandbox({ dir });
  let closing: Promise<void> | undefined;
  const closeOnce = () => (closing ??= close());
  onTestFinished(closeOnce);
  return { ...client(addresses.url), ...addresses, close: closeOnce };
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return (isJson ? JSON.parse(text) : text) as T;
}
