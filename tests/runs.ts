import fc from "fast-check";

/**
 * Returns how many random cases a property takes: `all`, times the environment variable RUNS. `npm test` takes a fifth
 * (RUNS=0.2), `npm run test:all` all of them, `npm run test:long` twenty times as many.
 */
export function runs(all: number): number {
  return Math.ceil(all * Number(process.env.RUNS ?? 1));
}

/** Vitest's set-up: the same for properties without a number. */
fc.configureGlobal({ numRuns: runs(100) });
