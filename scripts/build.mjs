// `npm run build`: builds the shop, also where nothing has changed.
import { existsSync } from "node:fs";
import { buildShop, ensureInstalled, projectNode } from "./lib/prepare.mjs";

if (!existsSync(projectNode)) ensureInstalled();
buildShop();
