import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "#db/errors.ts";
import { version } from "#lib/version.ts";
import { readEnv } from "./env.server.ts";
import { logOf, openLogger } from "./log.ts";
import { isRecoveryCommand, runRecovery } from "./recovery/recovery.ts";
import { stopOnSignals } from "./signals.ts";
import { start, type StartOptions } from "./start.ts";

const SETTLED_MS = 2000;

/** Returns the commit that was built, such as " (5c27670d, 2026-11-28)": an upgrade need not change the version. */
function commitIn(rootDir: string): string {
  try {
    return ` (${readFileSync(join(rootDir, "build/commit"), "utf8").trim()})`;
  } catch {
    return "";
  }
}

/**
 * Starts the shop and runs it until a signal stops it; exits with 1 if the start fails. An argument runs a command
 * instead: the image has nothing else that could.
 */
export async function main(options: StartOptions): Promise<void> {
  const [command, ...args] = process.argv.slice(2);
  if (command === "--version") {
    console.log(version);
    return;
  }
  if (isRecoveryCommand(command)) return runRecovery(command, args, options.rootDir);
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
  log(
    `Satchel ${version}${commitIn(options.rootDir)}, ${env.mode}, on Node ${process.versions.node}`,
  );
  // Node would print the error without redacting personal data.
  process.on("uncaughtException", (error) => {
    log("uncaught exception", error);
    process.exit(1);
  });
  try {
    const shop = await start(env, options, logger);
    // With --expose-gc, the garbage of the start is collected once. V8 alone would first grow the heap by some 90 MB,
    // which it does not return to the system.
    setTimeout(() => globalThis.gc?.(), SETTLED_MS).unref();
    // At every level: it says that the start is over.
    const always = logOf(logger.child({}, { level: "info" }));
    for (const line of shop.startLines) always(line);
    stopOnSignals(shop.stop, log);
  } catch (error) {
    if (error instanceof OperatorError) console.error(error.message);
    else log("start failed", error);
    process.exit(1);
  }
}
