import { expect, test } from "vitest";
import { periodOf } from "./period-search.ts";

const search = (text: string) => periodOf(new URLSearchParams(text));

test.each([
  ["", { kind: "week" }],
  ["period=century", { kind: "week" }],
  ["period=month", { kind: "month" }],
  ["period=year&from=x", { kind: "year" }],
  ["period=calendar", { kind: "calendar", year: null, month: null, against: "before" }],
  [
    "period=calendar&year=2026&month=11&against=year",
    { kind: "calendar", year: 2026, month: 11, against: "year" },
  ],
  [
    "period=calendar&year=2026&month=&against=x",
    { kind: "calendar", year: 2026, month: null, against: "before" },
  ],
  [
    "period=calendar&year=-1&month=13",
    { kind: "calendar", year: null, month: null, against: "before" },
  ],
  [
    "period=custom&from=2026-01-31&to=2026-02-28",
    { kind: "custom", from: "2026-01-31", to: "2026-02-28" },
  ],
])("%s is a period", (text, value) => {
  expect(search(text)).toEqual({ ok: true, value });
});

test.each([
  ["from=2026-02-02&to=2026-02-01", { to: "The last day is before the first" }],
  ["from=2026-02-30&to=2026-03-01", { from: "Please enter a day, such as 2026-11-20" }],
  ["to=2026-03-01", { from: "Please enter a day, such as 2026-11-20" }],
  ["from=2001-01-01&to=2026-03-01", { from: "Please choose at most ten years" }],
  ["from=2026-01-01'--&to=2026-03-01", { from: "Please enter a day, such as 2026-11-20" }],
])("%s is none, and the field says why", (text, errors) => {
  expect(search(`period=custom&${text}`)).toMatchObject({ ok: false, error: { errors } });
});
