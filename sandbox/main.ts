import { parseArgs } from "node:util";
import { startSandbox } from "./sandbox.ts";

const USAGE = "usage: node sandbox/main.ts --dir DIR [--port 0] [--smtp-port 0]";

// The parent is gone; all state is on disk already, so nothing needs finishing.
process.once("disconnect", () => process.exit(0));

try {
  const { dir, port, smtpPort } = readArguments();
  const sandbox = await startSandbox({ dir, port, smtpPort });
  const { url, smtpUrl, xpub, identity, services, lightning } = sandbox;
  const ready = { type: "ready", url, smtpUrl, xpub, identity, services, lightning };

  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);

  if (process.send === undefined) {
    console.log(JSON.stringify(ready));
  } else {
    // A parent that exited in the meantime causes "disconnect".
    process.send(ready, () => undefined);
  }
} catch (error) {
  console.error(`sandbox: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

function readArguments(): { dir: string; port: number; smtpPort: number } {
  const { values } = parseArgs({
    options: {
      dir: { type: "string" },
      port: { type: "string", default: "0" },
      "smtp-port": { type: "string", default: "0" },
    },
  });
  if (values.dir === undefined) throw new Error(`--dir is missing\n${USAGE}`);
  const toPort = (name: "port" | "smtp-port") => {
    const port = Number(values[name]);
    if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
    throw new Error(`--${name} must be a port number, not "${values[name]}"\n${USAGE}`);
  };
  return { dir: values.dir, port: toPort("port"), smtpPort: toPort("smtp-port") };
}
