import { rootDir } from "../lib/prepare.mjs";
import { runRecovery } from "#server/recovery/recovery.ts";

await runRecovery("move", process.argv.slice(2), rootDir);
