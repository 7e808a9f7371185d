/** Whether only the core of the tests runs, as in `npm test`; `npm run test:all` and single files run in full. */
export const isCore = process.env.TEST_TIER === "core";

/** The unit tests that only `npm run test:all` runs: they start many processes, fill a disk, or store very much. */
export const unitFilesInFullOnly = [
  "db/backup/restore.server.test.ts",
  "db/embedded/disk-full.server.test.ts",
  "db/embedded/vacuum.server.test.ts",
  "sandbox/consensus.test.ts",
  "scripts/failures.test.ts",
  "scripts/going-live.test.ts",
  "scripts/recovery/recovery.test.ts",
  "shop/payments/lightning/look-ups.server.test.ts",
];
