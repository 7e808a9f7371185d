import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import { expect, onTestFinished, test, vi } from "vitest";
import { cutBrokenBodies } from "./broken-bodies.ts";
import { listen } from "./listen.ts";
import type { AppEnv } from "./requests.ts";
import { collectLines } from "../tests/log.ts";

/** Serves a body of these parts, at an address of its own; an error among them breaks it off. */
async function serve(parts: readonly (string | Error)[]) {
  const logged: unknown[] = [];
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    const log = (message: string, error?: unknown) => logged.push([message, error]);
    c.set("request", { id: "TEST", log, route: "" });
    await next();
  });
  app.use(cutBrokenBodies);
  app.get("/", (c) => {
    const rest = [...parts];
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        // As a query of the next rows: after the first ones were sent.
        await new Promise((resolve) => setTimeout(resolve));
        const part = rest.shift();
        if (part instanceof Error) throw part;
        if (part === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(part));
      },
    });
    return c.body(body, 200, { "content-type": "text/csv" });
  });
  const server = await listen(app, { host: "127.0.0.1", port: 0, log: collectLines([]) });
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, logged };
}

test("a streamed body arrives as it is", async () => {
  const { url, logged } = await serve(["id,email\n", "1,a@b.example\n", "2,c@d.example\n"]);
  expect(await (await fetch(url)).text()).toBe("id,email\n1,a@b.example\n2,c@d.example\n");
  expect(logged).toEqual([]);
});

test("an error in the middle of a body is logged, and the client sees that the rest is missing", async () => {
  const printing = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => printing.mockRestore());
  const error = new Error("Failed query: select\nparams: mira@example.com");
  const { url, logged } = await serve(["id,email\n", "1,a@b.example\n", error]);
  const response = await fetch(url);
  const received: string[] = [];
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) received.push(decoder.decode(part));
  })();
  await expect(reading).rejects.toThrow("terminated");
  expect(received.join("")).not.toContain("Error");
  expect(logged).toEqual([["response broke off", error]]);
  expect(printing).not.toHaveBeenCalled();
});
