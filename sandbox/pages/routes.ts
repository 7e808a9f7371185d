import { Hono } from "hono";
import { checkoutPages } from "../hosted-payments/checkout-page.ts";
import { controlPage } from "../hosted-payments/control-page.ts";
import type { World } from "../world.ts";
import { chainPage } from "./chain.ts";
import { homePage } from "./home.ts";
import { mailPages } from "./mail.ts";
import { walletPage } from "./wallet.ts";
import { mount } from "../http/mount.ts";

/** The pages for people, to be mounted at /sandbox (their links say so). */
export function pageRoutes(world: World): Hono {
  const app = new Hono({ strict: false });
  mount(app, "/", homePage(world));
  mount(app, "/", walletPage(world.chain, world.lightning));
  mount(app, "/", mailPages(world.mailbox));
  mount(app, "/", chainPage(world.chain));
  mount(app, "/", controlPage(world.paymentProviders));
  mount(app, "/", checkoutPages(world.paymentProviders.sessions));
  return app;
}
