import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The Lightning Development Kit (lightningdevkit on npm): Rust compiled to WebAssembly. */
export type Ldk = typeof import("lightningdevkit");

/** Lightning cannot be used here. */
export class LightningUnavailable extends Error {
  override name = "LightningUnavailable";
}

let loading: Promise<Ldk> | undefined;

/**
 * Loads LDK on the first call. Throws LightningUnavailable when the package is not installed. A thread may
 * load it once: objects that are collected as garbage are freed in the newest WebAssembly memory, whichever they are in.
 */
export function loadLdk(): Promise<Ldk> {
  return (loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
}

async function load(): Promise<Ldk> {
  let ldk: Ldk;
  try {
    ldk = await import("lightningdevkit");
  } catch (cause) {
    throw new LightningUnavailable(
      "The sandbox's Lightning needs the package lightningdevkit, which is not installed",
      { cause },
    );
  }
  const wasm = createRequire(import.meta.url).resolve("lightningdevkit/liblightningjs.wasm");
  const { log } = console;
  // It announces its version.
  console.log = () => {};
  try {
    await ldk.initializeWasmFromBinary(readFileSync(wasm));
  } finally {
    console.log = log;
  }
  return ldk;
}

/** Returns the value of an LDK result; throws with the name of the error if it is none. */
export function unwrap(result: { is_ok: () => boolean }, what: string): unknown {
  const { res, err } = result as { res?: unknown; err?: unknown };
  if (result.is_ok()) return res;
  const { err: why, constructor } = (err ?? {}) as { err?: string; constructor: { name: string } };
  throw new Error(`${what} failed: ${constructor.name} ${why ?? ""}`);
}
