import type { Server } from "node:http";
import { Hono } from "hono";
import type { RuneName } from "./clnrest/rights.ts";
import { clnrestRoutes } from "./clnrest/routes.ts";
import type { LightningCredentials } from "./credentials.ts";
import type { Lightning } from "./lightning.ts";
import { lndRoutes } from "./lnd/routes.ts";
import type { MacaroonName } from "./lnd/rights.ts";
import { phoenixdRoutes } from "./phoenixd/routes.ts";
import { phoenixdSocket } from "./phoenixd/websocket.ts";

const PHOENIXD = "/lightning/phoenixd";
const LND = "/lightning/lnd";
const CLNREST = "/lightning/clnrest";

/** What a shop is configured with: the addresses of the merchant's node, and the files with the credentials. */
export type LightningAddresses = {
  /** A `phoenixd://` address over plain HTTP. */
  phoenixdUrl: string;
  /** The password that cannot pay, and the one that can. */
  limitedPasswordFile: string;
  fullPasswordFile: string;
  /** LND's REST interface over plain HTTP (`lnd+http://`). */
  lndUrl: string;
  macaroonFiles: Record<MacaroonName, string>;
  /** Core Lightning's clnrest over plain HTTP (`clnrest+http://`). */
  clnrestUrl: string;
  runeFiles: Record<RuneName, string>;
};

/** Returns the interfaces of a sandbox at `url`. */
export function lightningAt(url: string, { files }: LightningCredentials): LightningAddresses {
  const { host } = new URL(url);
  return {
    phoenixdUrl: `phoenixd://${host}${PHOENIXD}`,
    limitedPasswordFile: files.limitedPassword,
    fullPasswordFile: files.fullPassword,
    lndUrl: `lnd+http://${host}${LND}`,
    macaroonFiles: files.macaroons,
    clnrestUrl: `clnrest+http://${host}${CLNREST}`,
    runeFiles: files.runes,
  };
}

/** Serves the three interfaces of the merchant's node, to be mounted at /lightning. */
export function lightningRoutes(lightning: Lightning, credentials: LightningCredentials): Hono {
  const app = new Hono({ strict: false });
  app.route("/phoenixd", phoenixdRoutes(lightning, credentials.phoenixd, PHOENIXD));
  app.route("/lnd", lndRoutes(lightning, credentials.lnd, LND));
  app.route("/clnrest", clnrestRoutes(lightning, credentials.clnrest, CLNREST));
  return app;
}

/** Serves phoenixd's WebSocket; the other two interfaces have none. */
export function serveWebSockets(
  server: Server,
  lightning: Lightning,
  { phoenixd }: LightningCredentials,
): void {
  server.on("upgrade", phoenixdSocket(lightning, phoenixd, `${PHOENIXD}/websocket`));
}
