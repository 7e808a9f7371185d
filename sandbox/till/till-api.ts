import { Hono } from "hono";
import { z } from "zod";
import { jsonBody } from "../http/input.ts";
import { actSchema, doTo } from "./acts.ts";
import type { Desk } from "./desk.ts";

/** The till's JSON routes, under /sandbox: what its page does, and where the shop is. */
export function tillApi({ till, post }: Desk): Hono {
  const app = new Hono({ strict: false });

  app.get("/till/payments", (c) => c.json(till.list()));
  app.get("/till/payments/:id", (c) => c.json(till.get(c.req.param("id"))));
  app.post("/till/payments/:id", async (c) =>
    c.json(doTo(till, c.req.param("id"), await jsonBody(c, actSchema))),
  );

  app.get("/till/messages", (c) =>
    c.json({ held: post.isHolding, shop: post.shopUrl, messages: post.list() }),
  );
  app.put("/till/messages", async (c) => {
    const schema = z.strictObject({
      held: z.boolean(),
      order: z.enum(["as-sent", "reverse"]).default("as-sent"),
    });
    const { held, order } = await jsonBody(c, schema);
    if (held) post.hold();
    else await post.release(order);
    return c.json({ held: post.isHolding });
  });
  app.post("/till/messages/again", async (c) => {
    const schema = z.strictObject({ count: z.int().min(1).max(100) });
    const { count } = await jsonBody(c, schema);
    await post.again(count);
    return c.json({ count });
  });

  app.put("/till/shop", async (c) => {
    const { url } = await jsonBody(c, z.strictObject({ url: z.url({ protocol: /^https?$/ }) }));
    post.setShop(url);
    return c.body(null, 204);
  });
  return app;
}
