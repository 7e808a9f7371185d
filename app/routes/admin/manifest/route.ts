import { href } from "react-router";
import { settingsOf } from "#app/shop-cache.server.ts";
import type { Route } from "./+types/route";

/**
 * Describes the back office as an app that phones and desktops install (https://www.w3.org/TR/appmanifest/). Browsers
 * fetch it without cookies, so it names the shop and nothing else.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { shopName } = await settingsOf(context);
  const manifest = {
    name: `${shopName} back office`,
    short_name: shopName,
    id: href("/admin"),
    start_url: href("/admin/deliver"),
    scope: href("/admin"),
    display: "standalone",
    background_color: "#f2f7f8",
    theme_color: "#0b4f5b",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "content-type": "application/manifest+json" },
  });
}
