// A process that answers `/` with a text of as many characters as its argument says, and nothing else: what the
// HTTP server under the shop can do. Prints its address.
import { Hono } from "hono";
import { listen } from "#server/listen.ts";

const page = `<!doctype html>${"x".repeat(Number(process.argv[2]))}`.slice(
  0,
  Number(process.argv[2]),
);
const app = new Hono().get("/", (c) => c.html(page));
const server = await listen(app, { host: "127.0.0.1", port: 0 });
const address = server.address();
if (address === null || typeof address === "string") throw new Error("no port");
console.log(`http://127.0.0.1:${address.port}/`);
process.on("disconnect", () => process.exit());
