import { rootDir } from "../lib/prepare.mjs";
import { runRecovery } from "#server/recovery/recovery.ts";

await runRecovery("restore", process.argv.slice(2), rootDir);
