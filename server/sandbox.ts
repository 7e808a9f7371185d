import { fork } from "node:child_process";
import { join } from "node:path";

/** Where the pretend outside world can be reached, by the same protocols as the real one. */
export interface Sandbox {
  url: string;
  smtpUrl: string;
  xpub: string;
  close: () => Promise<void>;
}

interface ReadyMessage {
  type: "ready";
  url: string;
  smtpUrl: string;
  xpub: string;
}

/** Starts the sandbox as a process of its own; it ends with this one, however that ends. */
export async function startSandbox(rootDir: string, dataDir: string): Promise<Sandbox> {
  const child = fork(join(rootDir, "sandbox/main.ts"), ["--dir", join(dataDir, "sandbox")], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // Ctrl-C reaches the whole group: the server decides the order in which things close.
    detached: true,
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const ready = await new Promise<ReadyMessage>((resolve, reject) => {
    child.once("message", (message) => resolve(message as ReadyMessage));
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(new Error(`the sandbox ended while it was starting (exit code ${code})`)),
    );
  });
  return {
    url: ready.url,
    smtpUrl: ready.smtpUrl,
    xpub: ready.xpub,
    close: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** The price tickers that the sandbox serves, in the shapes of the real ones. */
export function sandboxPriceUrls(sandboxUrl: string): string[] {
  return [
    "/prices/kraken/0/public/Ticker?pair=XBTUSD",
    "/prices/coinbase/v2/prices/BTC-USD/spot",
    "/prices/bitstamp/api/v2/ticker/btcusd/",
    "/prices/coingecko/api/v3/simple/price?ids=bitcoin&vs_currencies=usd&include_last_updated_at=true",
    "/prices/mempool/api/v1/prices",
  ].map((path) => `${sandboxUrl}${path}`);
}
