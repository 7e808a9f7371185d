// `npm run backup -- [file]`: writes a backup of the running shop to a file.
import { runScript } from "./lib/prepare.mjs";

runScript("scripts/recovery/backup.ts");
