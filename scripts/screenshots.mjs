// `npm run screenshots`: takes the pictures in docs/screenshots, and the one that previews of links show, of a shop
// with demo data; `npm run screenshots -- home orders` takes some of them.
import { ensureInstalled, runScript } from "./lib/prepare.mjs";

ensureInstalled({ tools: true });
runScript("scripts/screenshots/main.ts");
