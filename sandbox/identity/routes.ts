import { Hono } from "hono";
import { CLIENT } from "./authorization.ts";
import { facebookRoutes } from "./facebook.ts";
import { googleRoutes } from "./google.ts";
import type { People } from "./people.ts";
import { mount } from "../http/mount.ts";

/** The configuration of a client of the provider stand-ins. */
export type Identity = {
  googleIssuer: string;
  facebookUrl: string;
  clientId: string;
  clientSecret: string;
};

/** The providers of a sandbox at `url`, and the application that is registered with them. */
export function identityAt(url: string): Identity {
  return {
    googleIssuer: `${url}/identity/google`,
    facebookUrl: `${url}/identity/facebook`,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
  };
}

/** The identity providers, to be mounted at /identity. `now` gives the time in milliseconds. */
export function identityRoutes(people: People, now: () => number = Date.now): Hono {
  const app = new Hono({ strict: false });
  mount(app, "/google", googleRoutes(people, now));
  mount(app, "/facebook", facebookRoutes(people, now));
  return app;
}
