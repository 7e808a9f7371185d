import { ensureBuilt } from "../../scripts/lib/prepare.mjs";

/** Builds the app that the tests open. */
export function setup(): void {
  ensureBuilt();
}
