import {
  index,
  layout,
  type RouteConfig,
  type RouteConfigEntry,
  route,
} from "@react-router/dev/routes";

const siteMap = [
  layout("routes/shop/layout/route.tsx", [
    index("routes/shop/home/route.tsx"),
    route("packages/:id", "routes/shop/package/route.tsx"),
    route("checkout", "routes/shop/checkout/route.tsx"),
    route("track-order", "routes/shop/track-order/route.tsx"),
    route("orders/:orderId/again", "routes/shop/buy-again/route.tsx"),
    route("track-order/links", "routes/shop/order-links/route.tsx"),
    layout("routes/account/guard/route.tsx", [
      route("orders", "routes/account/orders/route.tsx"),
      layout("routes/account/layout/route.tsx", [
        route("account", "routes/account/profile/route.tsx"),
        route("account/security", "routes/account/security/route.tsx"),
        route("account/sessions", "routes/account/sessions/route.tsx"),
        route("account/data", "routes/account/data/route.tsx"),
      ]),
      route("account/export", "routes/account/export/route.tsx"),
    ]),
    route("login", "routes/account/login/route.tsx"),
    route("register", "routes/account/register/route.tsx"),
    route("sign-in/:provider", "routes/account/social-sign-in/route.tsx"),
    route("signed-in", "routes/account/signed-in/route.tsx"),
    route("two-factor", "routes/account/two-factor-challenge/route.tsx"),
    route("sign-out", "routes/account/sign-out/route.tsx"),
    route("forgot-password", "routes/account/forgot-password/route.tsx"),
    route("reset-password", "routes/account/reset-password/route.tsx"),
    route("change-password", "routes/account/change-password/route.tsx"),
    route("verify-email", "routes/account/verify-email/route.tsx"),
    route("invitation", "routes/account/invitation/route.tsx"),
    route("undo-email", "routes/account/undo-email/route.tsx"),
    route("newsletter", "routes/shop/newsletter/route.tsx"),
    route("newsletter/confirm", "routes/shop/newsletter-confirm/route.tsx"),
    route("newsletter/unsubscribe", "routes/shop/newsletter-unsubscribe/route.tsx"),
    route("terms", "routes/shop/legal/route.tsx", { id: "terms" }),
    route("privacy", "routes/shop/legal/route.tsx", { id: "privacy" }),
    route("refunds", "routes/shop/legal/route.tsx", { id: "refunds" }),
    route("api", "routes/shop/api-reference/route.tsx"),
    route("*", "routes/shop/not-found/route.tsx"),
  ]),
  route("robots.txt", "routes/shop/robots/route.ts"),
  route("sitemap.xml", "routes/shop/sitemap/route.ts"),
  route("orders/:orderId/invoice", "routes/shop/invoice/route.tsx"),
  route("admin", "routes/admin/layout/route.tsx", [
    index("routes/admin/dashboard/route.tsx"),
    route("deliver", "routes/admin/deliver/route.tsx"),
    route("orders", "routes/admin/orders/route.tsx", [
      route(":orderId", "routes/admin/order/route.tsx"),
    ]),
    route("review", "routes/admin/review/route.tsx", [
      route(":subject", "routes/admin/review-payment/route.tsx"),
      route("receipts/:receiptId", "routes/admin/review-receipt/route.tsx"),
    ]),
    route("bank", "routes/admin/bank/route.tsx"),
    route("packages", "routes/admin/packages/route.tsx"),
    route("packages/table", "routes/admin/packages-table/route.tsx"),
    route("promotions", "routes/admin/promotions/route.tsx"),
    route("promotions/gift-codes", "routes/admin/gift-codes/route.tsx"),
    route("reports", "routes/admin/reports/route.tsx"),
    route("reports/vat", "routes/admin/vat/route.tsx"),
    route("customers", "routes/admin/customers/route.tsx", [
      route(":email", "routes/admin/customer/route.tsx"),
    ]),
    route("team", "routes/admin/team/route.tsx"),
    route("newsletter", "routes/admin/newsletters/route.tsx"),
    route("newsletter/subscribers", "routes/admin/subscribers/route.tsx"),
    route("newsletter/:id", "routes/admin/newsletter/route.tsx"),
    route("settings/:page?", "routes/admin/settings/route.tsx"),
    route("docs/:name", "routes/admin/document/route.tsx"),
    route("mails", "routes/admin/mails/route.tsx"),
    route("send-to", "routes/admin/send-to/route.tsx"),
    route("webhooks", "routes/admin/webhooks/route.tsx"),
    route("webhooks/:id", "routes/admin/webhook/route.tsx", [
      route("deliveries/:deliveryId", "routes/admin/webhook-delivery/route.tsx"),
    ]),
    route("audit", "routes/admin/audit/route.tsx"),
    route("api-keys", "routes/admin/api-keys/route.tsx"),
    route("changelog", "routes/admin/changelog/route.tsx"),
    route("*", "routes/admin/not-found/route.tsx"),
    route("orders/export", "routes/admin/orders-export/route.tsx"),
    route("customers/export", "routes/admin/customers-export/route.tsx"),
    route("reports/export", "routes/admin/reports-export/route.tsx"),
    route("reports/figures", "routes/admin/reports-figures/route.tsx"),
    route("reports/vat/figures", "routes/admin/vat-figures/route.tsx"),
    route("newsletter/preview", "routes/admin/newsletter-preview/route.tsx"),
    route("newsletter/subscribers/export", "routes/admin/subscribers-export/route.tsx"),
    route("search", "routes/admin/search/route.tsx"),
    route("notifications", "routes/admin/notifications/route.tsx"),
  ]),
] satisfies RouteConfig;

/** A page has one spelling: rules by path, such as those of the server, need not know others. */
function caseSensitive(entry: RouteConfigEntry): RouteConfigEntry {
  return { ...entry, caseSensitive: true, children: entry.children?.map(caseSensitive) };
}

export default siteMap.map(caseSensitive);
