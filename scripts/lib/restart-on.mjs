/** The sources that the server of `npm run dev` holds: a change restarts it. Vite reloads all others. */
export const restartOn = [
  "app/api",
  "app/busy-page.ts",
  "app/context.ts",
  "app/session.server.ts",
  "app/shop-cookie.server.ts",
  "app/visitor.server.ts",
  "db",
  "lib",
  "messages",
  "sandbox",
  "server",
  "shop",
];
