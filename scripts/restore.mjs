// `npm run restore -- <file>`: restores a shop from a backup.
import { runScript } from "./lib/prepare.mjs";

runScript("scripts/recovery/restore.ts");
