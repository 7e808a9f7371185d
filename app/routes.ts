import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("routes/shop/home.tsx"),
  route("packages/:id", "routes/shop/package.tsx"),
  route("checkout", "routes/shop/checkout.tsx"),
  route("track-order", "routes/shop/track-order.tsx"),
  layout("routes/account/guard.tsx", [
    route("orders", "routes/account/orders.tsx"),
    layout("routes/account/account-layout.tsx", [
      route("account", "routes/account/profile.tsx"),
      route("account/security", "routes/account/security.tsx"),
      route("account/sessions", "routes/account/sessions.tsx"),
      route("account/data", "routes/account/data.tsx"),
    ]),
    route("account/export", "routes/account/export.tsx"),
  ]),
  // The back office is not built yet: behind its guard there is nothing to find.
  route("admin", "routes/admin/guard.tsx", [
    index("routes/shop/not-found.tsx", { id: "routes/admin/nothing-yet" }),
    route("*", "routes/shop/not-found.tsx", { id: "routes/admin/not-found" }),
  ]),
  route("login", "routes/account/login.tsx"),
  route("register", "routes/account/register.tsx"),
  route("sign-in/:provider", "routes/account/sign-in-with.tsx"),
  route("signed-in", "routes/account/signed-in.tsx"),
  route("two-factor", "routes/account/two-factor.tsx"),
  route("sign-out", "routes/account/sign-out.tsx"),
  route("forgot-password", "routes/account/forgot-password.tsx"),
  route("reset-password", "routes/account/reset-password.tsx"),
  route("change-password", "routes/account/change-password.tsx"),
  route("verify-email", "routes/account/verify-email.tsx"),
  route("terms", "routes/shop/terms.tsx"),
  route("privacy", "routes/shop/privacy.tsx"),
  route("*", "routes/shop/not-found.tsx"),
] satisfies RouteConfig;
