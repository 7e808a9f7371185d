import { describe, expect, test } from "vitest";
import { axisMarks, labelEvery } from "./chart-scale.ts";

describe("the axis of a chart", () => {
  test.each([
    [49_775, [0, 10_000, 20_000, 30_000, 40_000, 50_000]],
    [50_000, [0, 10_000, 20_000, 30_000, 40_000, 50_000]],
    [7, [0, 2, 4, 6, 8]],
    [1, [0, 1]],
    [0, [0, 1]],
  ])("up to %i", (max, marks) => {
    expect(axisMarks(max)).toEqual(marks);
  });

  test("never leaves the largest value above it, and never crowds", () => {
    for (let max = 1; max < 1e9; max = Math.ceil(max * 1.37)) {
      const marks = axisMarks(max);
      expect(marks.at(-1)).toBeGreaterThanOrEqual(max);
      expect(marks.length).toBeLessThanOrEqual(6);
    }
  });
});

test("labels are left out where there is no room for all", () => {
  expect(labelEvery(7, 1020, 60)).toBe(1);
  expect(labelEvery(31, 280, 40)).toBe(5);
});
