import { Hono } from "hono";
import { checkoutPages } from "../hosted-payments/checkout-page.ts";
import { controlPage } from "../hosted-payments/control-page.ts";
import type { World } from "../world.ts";
import { chainPage } from "./chain.ts";
import { homePage } from "./home.ts";
import { mailPages } from "./mail.ts";
import { walletPage } from "./wallet.ts";

/** The pages for people, to be mounted at /sandbox (their links say so). */
export function pageRoutes(world: World): Hono {
  const app = new Hono({ strict: false });
  app.route("/", homePage(world));
  app.route("/", walletPage(world.chain, world.lightning));
  app.route("/", mailPages(world.mailbox));
  app.route("/", chainPage(world.chain));
  app.route("/", controlPage(world.paymentProviders));
  app.route("/", checkoutPages(world.paymentProviders.sessions));
  return app;
}
