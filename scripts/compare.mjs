// `npm run compare -- <commit> [<commit>]`: compares what the shop shows at a commit with the working tree, or another.
import { runScript } from "./lib/prepare.mjs";

runScript("scripts/compare/main.ts");
