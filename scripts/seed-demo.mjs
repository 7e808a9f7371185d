// `npm run seed:demo`: fills a new shop with a year of orders, the same ones every time.
import { runScript } from "./lib/prepare.mjs";

runScript("scripts/demo/main.ts");
