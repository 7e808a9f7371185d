import type { RuneName } from "./clnrest/rights.ts";
import type { LightningCredentials } from "./credentials.ts";
import type { MacaroonName } from "./lnd/rights.ts";

/** The paths of the three interfaces on the sandbox's server. */
export const PATHS = {
  phoenixd: "/lightning/phoenixd",
  lnd: "/lightning/lnd",
  clnrest: "/lightning/clnrest",
};

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
    phoenixdUrl: `phoenixd://${host}${PATHS.phoenixd}`,
    limitedPasswordFile: files.limitedPassword,
    fullPasswordFile: files.fullPassword,
    lndUrl: `lnd+http://${host}${PATHS.lnd}`,
    macaroonFiles: files.macaroons,
    clnrestUrl: `clnrest+http://${host}${PATHS.clnrest}`,
    runeFiles: files.runes,
  };
}
