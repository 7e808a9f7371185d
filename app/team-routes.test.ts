import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { mayRequest, routeAccess, startPages } from "#shop/accounts/access.ts";
import siteMap from "./routes.ts";

/** Returns the patterns of these routes and those below them. */
function patterns(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const pattern = path ? `${above}/${path}` : above;
    return [pattern, ...patterns(children, pattern)];
  });
}

test("each route of the back office has a row in the table of access, and no other", () => {
  const routes = patterns(siteMap).filter((pattern) => /^\/admin(\/|$)/.test(pattern));
  expect(Object.keys(routeAccess).toSorted()).toEqual([...new Set(routes)].toSorted());
});

test("a route without a row is the owner's, and so is a post that no row allows", () => {
  expect(mayRequest("admin", "POST", "/admin/unknown")).toBe(true);
  for (const role of ["customer", "delivery", "bookkeeper"] as const) {
    for (const method of ["GET", "POST"])
      expect(mayRequest(role, method, "/admin/unknown"), `${role} ${method}`).toBe(false);
    expect(mayRequest(role, "GET", "constructor")).toBe(false);
    expect(mayRequest(role, "POST", "/admin/changelog")).toBe(false);
  }
});

test("customers open nothing, the owner everything, and each role its start page", () => {
  for (const pattern of Object.keys(routeAccess)) {
    expect(mayRequest("admin", "GET", pattern), pattern).toBe(true);
    expect(mayRequest("admin", "POST", pattern), pattern).toBe(true);
    expect(mayRequest("customer", "GET", pattern), pattern).toBe(false);
  }
  for (const [role, page] of Object.entries(startPages))
    expect(mayRequest(role as keyof typeof startPages, "GET", page), role).toBe(true);
});
