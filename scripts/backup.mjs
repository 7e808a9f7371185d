// `npm run backup -- [file]`: writes all that the shop remembers into a file, while it runs.
import { runScript } from "./lib/prepare.mjs";

runScript("scripts/recovery/backup.ts");
