import { expect, test } from "vitest";
import { orderList, orderPath, orderQueryOf } from "./order-query.ts";

const parse = (search: string) => orderList.parse(new URLSearchParams(search));

test("an address without anything is the newest orders", () => {
  expect(orderQueryOf(parse(""))).toEqual({
    filter: { status: null, payment: null, search: "", period: "all", from: null, to: null },
    sort: { by: "created", descending: true },
    cursor: null,
  });
  expect(orderList.to(parse(""))).toBe("/admin/orders");
});

test.each([
  "?status=processing&messages=shop&q=mira",
  "?status=pending",
  "?status=rejected&q=mira%40example.com&date=week&sort=total&after=7KQ2M9X",
  "?status=processing&payment=underpaid&q=mira",
  "?q=a%26b%3Dc&sort=-total&before=7KQ2M9X",
  "?date=custom&from=2026-11-01&to=2026-11-20",
  "?date=custom&to=2026-11-20",
])("%s is written as it was read", (search) => {
  expect(orderList.to(parse(search))).toBe(`/admin/orders${search}`);
  expect(orderPath("R4T8WZ1", parse(search))).toBe(`/admin/orders/R4T8WZ1${search}`);
});

test.each([
  "?status=lost&payment=partial&date=never&sort=colour&after=1&before=%27",
  "?from=2026-11-01&to=2026-11-20",
  "?date=all&status=&q=++&sort=-created",
  "?notice=order-updated",
])("%s sets no filter", (search) => {
  expect(orderList.to(parse(search))).toBe("/admin/orders");
});

test.each(["2026-02-30", "0000-01-01", "tomorrow", "20261120"])("%s is no day", (text) => {
  expect(parse(`?date=custom&from=${text}`).from).toBeNull();
});
