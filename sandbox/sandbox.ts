import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { merchantXpub } from "./chain/keys.ts";
import { createApp } from "./http/app.ts";
import { identityAt } from "./identity/routes.ts";
import type { Identity } from "./identity/routes.ts";
import { type LightningAddresses, lightningAt } from "./lightning/addresses.ts";
import { serveWebSockets } from "./lightning/lazy.ts";
import { listenForMail } from "./mail/smtp.ts";
import { type Services, servicesAt } from "./hosted-payments/credentials.ts";
import { openWorld } from "./world.ts";

/** The folder of the state, and the ports; 0 picks a free one. */
type SandboxOptions = { dir: string; port?: number; smtpPort?: number };

/** A running sandbox: its addresses, and the shop's account key there ("tpub..."). */
export type Sandbox = {
  url: string;
  smtpUrl: string;
  xpub: string;
  identity: Identity;
  services: Services;
  /** Bitcoin Core's stand-in: the URL with user and password, and the cookie file as an alternative. */
  core: { url: string; cookieFile: string };
  /** The interfaces of the merchant's Lightning node, and the files with their credentials. */
  lightning: LightningAddresses;
  close: () => Promise<void>;
};

/**
 * Starts the sandbox on 127.0.0.1, continuing from what `dir` holds. Rejects if a
 * port is taken or the state cannot be read.
 */
export async function startSandbox({
  dir,
  port = 0,
  smtpPort = 0,
}: SandboxOptions): Promise<Sandbox> {
  const world = openWorld(dir);
  const app = createApp(world);
  const smtp = await listenForMail(smtpPort, world.mailbox, world.faults);
  const http = createAdaptorServer({ fetch: app.fetch }) as Server;
  serveWebSockets(http, world);
  try {
    await new Promise<void>((resolve, reject) => {
      http.once("error", reject);
      http.listen(port, "127.0.0.1", resolve);
    });
  } catch (error) {
    await smtp.close();
    throw error;
  }
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const { user, password, cookieFile } = world.coreAccess;
  return {
    url,
    smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
    xpub: merchantXpub(),
    identity: identityAt(url),
    services: servicesAt(url, world.paymentProviders.credentials),
    core: { url: `${url.replace("//", `//${user}:${password}@`)}/core`, cookieFile },
    lightning: lightningAt(url, world.lightningCredentials),
    close: async () => {
      world.paymentProviders.webhooks.close();
      world.lightning.close();
      const closed = new Promise((resolve) => http.close(resolve));
      // Including those that the timeout fault never answers.
      http.closeAllConnections();
      await Promise.all([closed, smtp.close(), world.lightningTls.close()]);
    },
  };
}
