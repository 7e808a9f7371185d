import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { coreRoutes } from "../core/routes.ts";
import { deliveryControlApi, deliveryRoutes } from "../delivery/routes.ts";
import { RequestError } from "../errors.ts";
import { esploraRoutes } from "../esplora/routes.ts";
import { identityRoutes } from "../identity/routes.ts";
import { lightningControlApi } from "../lightning/control-api.ts";
import { lightningRoutes } from "../lightning/routes.ts";
import { pageRoutes } from "../pages/routes.ts";
import { paypalRoutes } from "../paypal/routes.ts";
import { priceRoutes } from "../prices/routes.ts";
import { stripeRoutes } from "../stripe/routes.ts";
import { controlApi } from "../hosted-payments/control-api.ts";
import type { World } from "../world.ts";
import { apiRoutes } from "./api.ts";
import { faultGate } from "./faults.ts";

// As on Blockstream's server: more than any real transaction needs.
const MAX_BODY_BYTES = 1_000_000;

/**
 * All of the sandbox's HTTP: /esplora and /esplora2 (two hosts of one chain), /core, /prices, /identity,
 * /stripe, /paypal, /lightning, and under /sandbox controls and pages.
 */
export function createApp(world: World): Hono {
  const app = new Hono({ strict: false });

  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => c.json({ error: "The body is too large" }, 413),
    }),
  );
  app.onError((error, c) => {
    if (error instanceof RequestError) return c.json({ error: error.message }, error.status);
    console.error(error);
    return c.json({ error: "Internal error" }, 500);
  });
  app.notFound((c) => c.json({ error: `Nothing at ${c.req.method} ${c.req.path}` }, 404));

  for (const host of ["esplora", "esplora2"] as const) {
    app.use(`/${host}/*`, faultGate(world.faults, host));
    app.route(
      `/${host}`,
      esploraRoutes(world.chain, () => ({
        fault: world.faults[host],
        server: world.faults[`${host}Server`],
      })),
    );
  }
  app.use("/core/*", faultGate(world.faults, "core"));
  app.route("/core", coreRoutes(world.core, world.coreAccess, world.faults));
  app.use("/prices/*", faultGate(world.faults, "prices"));
  app.route("/prices", priceRoutes(world.ticker));
  app.use("/identity/*", faultGate(world.faults, "identity"));
  app.route("/identity", identityRoutes(world.people));
  app.use("/stripe/*", faultGate(world.faults, "stripe"));
  app.route("/stripe", stripeRoutes(world.paymentProviders));
  app.use("/paypal/*", faultGate(world.faults, "paypal"));
  app.route("/paypal", paypalRoutes(world.paymentProviders));
  app.route("/lightning", lightningRoutes(world.lightning, world.lightningCredentials));
  app.route("/sandbox", apiRoutes(world));
  // Under /sandbox, which the shop forwards: its own address stays the same, the sandbox's does not.
  app.use("/sandbox/delivery/adapter", faultGate(world.faults, "delivery"));
  app.route("/sandbox/delivery/adapter", deliveryRoutes(world.delivery, world.faults));
  app.route("/sandbox", deliveryControlApi(world.delivery));
  app.route("/sandbox", lightningControlApi(world.lightning, world.lightningTls));
  app.route("/sandbox", controlApi(world.paymentProviders));
  app.route("/sandbox", pageRoutes(world));
  return app;
}
