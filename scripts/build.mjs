// `npm run build`: builds the shop, also where nothing has changed.
import { buildShop, ensureInstalled } from "./lib/prepare.mjs";

ensureInstalled();
buildShop();
