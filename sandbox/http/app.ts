import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { coreRoutes } from "../core/routes.ts";
import { deliveryControlApi, deliveryRoutes } from "../delivery/routes.ts";
import { esploraRoutes } from "../esplora/routes.ts";
import { identityRoutes } from "../identity/routes.ts";
import { lazyLightningRoutes } from "../lightning/lazy.ts";
import { pageRoutes } from "../pages/routes.ts";
import { paypalRoutes } from "../paypal/routes.ts";
import { priceRoutes } from "../prices/routes.ts";
import { stripeRoutes } from "../stripe/routes.ts";
import { controlApi } from "../hosted-payments/control-api.ts";
import type { World } from "../world.ts";
import { apiRoutes } from "./api.ts";
import { handleError } from "./errors.ts";
import { faultGate } from "./faults.ts";
import { mount } from "./mount.ts";

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
  app.onError(handleError);
  app.notFound((c) => c.json({ error: `Nothing at ${c.req.method} ${c.req.path}` }, 404));

  for (const host of ["esplora", "esplora2"] as const) {
    app.use(`/${host}/*`, faultGate(world.faults, host));
    mount(
      app,
      `/${host}`,
      esploraRoutes(world.chain, () => ({
        fault: world.faults[host],
        server: world.faults[`${host}Server`],
      })),
    );
  }
  app.use("/core/*", faultGate(world.faults, "core"));
  mount(app, "/core", coreRoutes(world.core, world.coreAccess, world.faults));
  app.use("/prices/*", faultGate(world.faults, "prices"));
  mount(app, "/prices", priceRoutes(world.ticker));
  app.use("/identity/*", faultGate(world.faults, "identity"));
  mount(app, "/identity", identityRoutes(world.people));
  app.use("/stripe/*", faultGate(world.faults, "stripe"));
  mount(app, "/stripe", stripeRoutes(world.paymentProviders));
  app.use("/paypal/*", faultGate(world.faults, "paypal"));
  mount(app, "/paypal", paypalRoutes(world.paymentProviders));
  const lightning = lazyLightningRoutes(world);
  app.all("/lightning/*", lightning);
  app.all("/sandbox/lightning/*", lightning);
  mount(app, "/sandbox", apiRoutes(world));
  // Under /sandbox, which the shop forwards: its own address stays the same, the sandbox's does not.
  app.use("/sandbox/delivery/adapter", faultGate(world.faults, "delivery"));
  mount(app, "/sandbox/delivery/adapter", deliveryRoutes(world.delivery, world.faults));
  mount(app, "/sandbox", deliveryControlApi(world.delivery));
  mount(app, "/sandbox", controlApi(world.paymentProviders));
  mount(app, "/sandbox", pageRoutes(world));
  return app;
}
