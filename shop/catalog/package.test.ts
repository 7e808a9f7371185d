import { expect, test } from "vitest";
import { seedPackages, unavailableAmong } from "./package.ts";

test("a package that is not among those on sale is gone, also the promotion once it is over", () => {
  const offered = seedPackages.map((pkg, index) => ({
    ...pkg,
    soldOut: index === 1,
    validFrom: null,
    validUntil: null,
  }));
  const [promotion = null, soldOut, inGrid] = offered;
  if (!promotion || !soldOut || !inGrid) throw new Error("too few packages");
  const onSale = { grid: [soldOut, inGrid], promotion, others: [] };
  const reasons = [promotion, soldOut, inGrid].map(({ id }) => unavailableAmong(onSale, id));
  expect(reasons).toEqual([null, "sold-out", null]);
  expect(unavailableAmong({ ...onSale, promotion: null }, promotion.id)).toBe("gone");
});
