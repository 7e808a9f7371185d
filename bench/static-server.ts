// Serves a constant text of the given length at `/`: the baseline of what the HTTP server under the shop can do.
// Prints its URL.
import { Hono } from "hono";
import { listen } from "#server/listen.ts";

const length = Number(process.argv[2]);
const page = `<!doctype html>${"x".repeat(length)}`.slice(0, length);
const app = new Hono().get("/", (c) => c.html(page));
const server = await listen(app, { host: "127.0.0.1", port: 0, log: console.error });
const address = server.address();
if (address === null || typeof address === "string") throw new Error("no port");
console.log(`http://127.0.0.1:${address.port}/`);
process.on("disconnect", () => process.exit());
