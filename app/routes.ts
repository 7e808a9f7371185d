import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("routes/shop/shop-layout.tsx", [
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
  ]),
  route("orders/:orderId/invoice", "routes/shop/invoice.tsx"),
  route("admin", "routes/admin/guard.tsx", [
    layout("routes/admin/admin-layout.tsx", [
      index("routes/admin/dashboard.tsx"),
      route("orders", "routes/admin/orders.tsx", [route(":orderId", "routes/admin/order.tsx")]),
      route("review", "routes/admin/review.tsx", [
        route(":subject", "routes/admin/review-item.tsx"),
      ]),
      route("packages", "routes/admin/packages.tsx"),
      route("reports", "routes/admin/reports.tsx"),
      route("customers", "routes/admin/customers.tsx", [
        route(":email", "routes/admin/customer.tsx"),
      ]),
      route("settings", "routes/admin/settings.tsx"),
      route("mails", "routes/admin/mails.tsx"),
      route("audit", "routes/admin/audit.tsx"),
      route("*", "routes/admin/not-found.tsx"),
    ]),
    route("orders/export", "routes/admin/orders-export.tsx"),
    route("reports/export", "routes/admin/reports-export.tsx"),
    route("search", "routes/admin/search.tsx"),
    route("news", "routes/admin/news.tsx"),
  ]),
] satisfies RouteConfig;
