import { describe, expect, test } from "vitest";
import { axisMarks, labelEvery } from "./bar-plot.tsx";

describe("the axis of a chart", () => {
  test.each([
    [59_730, [0, 10_000, 20_000, 30_000, 40_000, 50_000]],
    [60_000, [0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000]],
    [10_000, [0, 2000, 4000, 6000, 8000, 10_000]],
    [8.4, [0, 2, 4, 6, 8]],
    [1.2, [0, 1]],
  ])("up to %d", (scale, marks) => {
    expect(axisMarks(scale)).toEqual(marks);
  });

  test("never rises above the chart, and neither crowds nor leaves it bare", () => {
    for (let scale = 2; scale < 1e9; scale *= 1.37) {
      const marks = axisMarks(scale);
      expect(marks.at(-1)).toBeLessThanOrEqual(scale);
      expect(marks.length).toBeLessThanOrEqual(7);
      expect(marks.length).toBeGreaterThanOrEqual(3);
    }
  });
});

test("labels are left out where there is no room for all", () => {
  expect(labelEvery(7, 1020, 60)).toBe(1);
  expect(labelEvery(31, 280, 40)).toBe(5);
});
