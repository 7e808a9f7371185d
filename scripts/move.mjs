// `npm run move -- --to <DATABASE_URL>`: moves the shop from the embedded database to a PostgreSQL server.
import { runScript } from "./lib/prepare.mjs";

runScript("scripts/recovery/move.ts");
