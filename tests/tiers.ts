/** Whether only the core of the tests runs, as in `npm test`; `npm run test:all` and single files run in full. */
export const isCore = process.env.TEST_TIER === "core";

/**
 * The end-to-end tests that run in `npm run test:all` only, beside single tests with the tag `@all`: those that kill
 * or restart the shop again and again, attack it, measure it, or need several of it.
 */
export const browserFilesInFullOnly = [
  "dev-server",
  "hostile/*",
  "instances",
  "kills*",
  "outages",
  "recovery",
  "timing",
  "weight",
].map((name) => `**/${name}.spec.ts`);

/** The unit tests that run in `npm run test:all` only. */
export const unitFilesInFullOnly: string[] = [];
