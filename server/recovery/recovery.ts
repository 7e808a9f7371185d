import { describeFailure } from "#db/errors.ts";
import { backUp } from "./backup.ts";
import { move } from "./move.ts";
import { restore } from "./restore.ts";
import { unlock } from "./unlock.ts";

const commands = { backup: backUp, restore, move, unlock };
export type RecoveryCommand = keyof typeof commands;

/** Returns whether an argument of the built shop names a command instead of starting it. */
export function isRecoveryCommand(argument: string | undefined): argument is RecoveryCommand {
  return argument !== undefined && Object.hasOwn(commands, argument);
}

/** Runs a command. A failure is printed as one sentence, and exits with 1. */
export async function runRecovery(
  command: RecoveryCommand,
  args: string[],
  rootDir: string,
): Promise<void> {
  try {
    await commands[command](args, rootDir);
  } catch (error) {
    console.error(describeFailure(error, process.env.LOG_LEVEL));
    process.exit(1);
  }
}
