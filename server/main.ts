import { OperatorError } from "#db/errors.ts";
import { readEnv } from "./env.server.ts";
import { logOf, openLogger } from "./log.ts";
import { stopOnSignals } from "./signals.ts";
import { start, type StartOptions } from "./start.ts";
import { StartRefused } from "./start-refused.ts";

const SETTLED_MS = 2000;

/** Starts the shop and keeps it running until it is told to stop; ends the process with 1 if it cannot start. */
export async function main(options: StartOptions): Promise<void> {
  const result = readEnv(process.env);
  if ("problems" in result) {
    console.error(
      `Satchel cannot start with this configuration:\n${result.problems.map((line) => `  - ${line}`).join("\n")}\nSee docs/configuration.md.`,
    );
    process.exit(1);
  }
  const { env } = result;
  const logger = openLogger({
    level: env.logLevel,
    format: env.mode === "live" ? "json" : "lines",
  });
  const log = logOf(logger);
  // What nobody caught: Node would print it as it is, with whatever it tells of customers.
  process.on("uncaughtException", (error) => {
    log("the shop ends", error);
    process.exit(1);
  });
  try {
    const shop = await start(env, options, logger);
    // With --expose-gc, what the start leaves behind is collected once it has let go of it. V8 alone would wait until
    // visitors' pages need the room, and what is taken from the system by then is not given back: some 90 MB.
    setTimeout(() => globalThis.gc?.(), SETTLED_MS).unref();
    console.log(shop.greeting);
    stopOnSignals(shop.stop, log);
  } catch (error) {
    if (error instanceof StartRefused || error instanceof OperatorError)
      console.error(error.message);
    else log("the shop cannot start", error);
    process.exit(1);
  }
}
