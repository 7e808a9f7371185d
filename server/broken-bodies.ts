import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./requests.ts";

/**
 * Logs an error in the middle of a streamed body, as of an export, and cuts the connection, so that a client cannot take
 * the part for the whole. The HTTP server alone would print the error as it is, and send its message to the client.
 */
export const cutBrokenBodies: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { body, headers } = c.res;
  // Pages are complete before they are sent.
  if (!body || /^text\/(html|x-script)\b/.test(headers.get("content-type") ?? "")) return;
  const reader = body.getReader();
  const whole = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        c.get("request").log("response broke off", error);
        c.env.outgoing.destroy();
        controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  c.res = new Response(whole, c.res);
};
