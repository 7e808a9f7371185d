import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("routes/shop/home.tsx"),
  route("packages/:id", "routes/shop/package.tsx"),
  route("checkout", "routes/shop/checkout.tsx"),
  route("track-order", "routes/shop/track-order.tsx"),
  route("terms", "routes/shop/terms.tsx"),
] satisfies RouteConfig;
