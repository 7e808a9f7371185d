import { expect, test } from "vitest";
import type { Role } from "#shop/accounts/account.ts";
import { groupResults, matchRank } from "./search-results.ts";

test("an equal name ranks before one that begins with the term, before a word of it, before any part", () => {
  const rank = (name: string) => matchRank("mira", [null, name]);
  expect(["Mira", "mira.holt", "the.mira", "admiral", ""].map(rank)).toEqual([0, 1, 2, 3, 3]);
  expect(matchRank("x", [])).toBe(3);
});

const order = (id: string, tiktokUsername: string) => ({
  id,
  tiktokUsername,
  status: "pending" as const,
  totalCents: 1499,
});

test("the group with the best match comes first, and in it the best match", () => {
  const found = (text: string, setting: string) =>
    groupResults(
      text,
      {
        text,
        hits: {
          orders: [
            order("REP0001", "mia"),
            order("XXREPOR", "report"),
            order("R3P0RT5", "areport"),
          ],
          customers: [{ email: "reporter@example.com", name: null, orders: 1 }],
          packages: [],
        },
        settings: [{ to: "/admin/settings", label: setting }],
      },
      "admin",
    );
  const groups = found("report", "Daily report");
  expect(groups.map(({ title }) => title)).toEqual(["Orders", "Screens", "Customers", "Settings"]);
  expect(groups[0]?.results.map(({ text }) => text)).toEqual(["XXREPOR", "REP0001", "R3P0RT5"]);
  expect(found("#rep0001", "Report")[0]?.results[0]?.text).toBe("REP0001");
});

test("screens are found by those who may open them", () => {
  const found = (role: Role) =>
    groupResults("", null, role).flatMap(({ results }) => results.map(({ text }) => text));
  expect(found("delivery")).toEqual(["Deliver", "Orders", "Send to"]);
  expect(found("bookkeeper")).toEqual([
    ...["Reports", "Review", "Bank statements", "Send to", "VAT"],
  ]);
  expect(found("customer")).toEqual([]);
});

test("an empty text has all screens, in the order of the menu", () => {
  const [screens, ...others] = groupResults("", null, "admin");
  expect(screens?.results.slice(0, 3).map(({ text }) => text)).toEqual([
    "Dashboard",
    "Deliver",
    "Orders",
  ]);
  expect(others).toEqual([]);
});
