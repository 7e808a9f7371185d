// Preloaded into the programs of the scripts: they answer a failure with one sentence and exit code 1, and leave
// nothing half done when they are interrupted.
import { describeFailure } from "#db/errors.ts";

process.on("uncaughtException", (error) => {
  console.error(describeFailure(error, process.env.LOG_LEVEL));
  process.exit(1);
});
// Node would end without the event `exit`, in which programs remove what they have made.
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)
  process.once(signal, () => process.exit(code));
