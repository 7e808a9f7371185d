import { expect, test } from "vitest";
import { axisText } from "./revenue-chart.tsx";

test.each([
  [0, "$0"],
  [50, "$0.50"],
  [50_000, "$500"],
  [500_000, "$5,000"],
  [1_250_000, "$12.5k"],
  [200_000_000, "$2M"],
])("%i cents are %s", (cents, text) => expect(axisText(cents)).toBe(text));
