// `npm run restore -- <file>`: makes a shop of a backup again.
import { runScript } from "./lib/prepare.mjs";

runScript("scripts/recovery/restore.ts");
