// `npm run compare -- <commit> [<commit>]`: compares the screens of a commit with the working tree, or with another.
import { runScript } from "./lib/prepare.mjs";

runScript("scripts/compare/main.ts");
