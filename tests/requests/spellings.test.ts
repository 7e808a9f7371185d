import { expect, test } from "vitest";
import { openTestApp } from "./open-app.ts";
import { placeOrder } from "./place-order.ts";

test("whatever is rendered with a session or for a visitor is not stored, however its path is spelled", async () => {
  const app = await openTestApp();
  const { visitor, email } = await app.account();
  const { id } = await placeOrder(app, { visitor, email });
  const places = ["/account", "/account/security", "/admin/orders", "/checkout", "/orders"];
  const paths = [
    ...places,
    `/track-order?orderId=${id}`,
    `/orders/${id}/invoice`,
    `/admin/orders/${id}`,
    "/account/export",
    "/login",
    "/nothing",
  ];
  const spellings = (path: string) => [
    path,
    path.replace(/^\/(\w)/, (_, first: string) => `/${first.toUpperCase()}`),
    path.replace(/^\/\w+/, (word) => word.toUpperCase()),
    `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
    path.replace(/^[^?]+/, "$&/"),
    `/${path}`,
    path.replace(/^[^?]+/, "$&.data"),
    path.replace(/^[^?]+/, "$&/_.data"),
    path
      .replace(/^\/(\w)/, (_, first: string) => `/${first.toUpperCase()}`)
      .replace(/^[^?]+/, "$&.data"),
  ];
  for (const path of paths.flatMap(spellings)) {
    const { headers, status, text } = await visitor.request(path);
    const isRedirect = status === 308 && text === "";
    if (!isRedirect) expect(headers["cache-control"], `${status} ${path}`).toBe("no-store");
  }
});

test("a form has one spelling, so that rules by path know it", async () => {
  const app = await openTestApp();
  const visitor = app.visitor();
  const form = { email: "nobody@example.com", password: "a wrong password" };
  expect((await visitor.post("/login", form)).status).toBe(401);
  expect((await visitor.post("/%6Cogin", form)).status).toBe(401);
  for (const path of ["/Login", "/LOGIN", "/Login.data"])
    expect((await visitor.post(path, form)).status, path).toBe(404);
  for (const path of ["/login/", "//login", "//evil.example/..//login/"]) {
    const { status, headers } = await visitor.post(path, form);
    expect(status, path).toBe(308);
    expect(headers.location, path).toBe("/login");
  }
});
