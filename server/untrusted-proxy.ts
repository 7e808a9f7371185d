import { plainAddress } from "#lib/network.ts";
import type { Log } from "#lib/log.ts";
import { isPrivateAddress } from "#shop/webhooks/ssrf-guard.server.ts";

/** Notices a proxy that TRUSTED_PROXIES does not name: all its visitors share one address, and its rate limits. */
export interface UntrustedProxy {
  onForwarded: (peer: string) => void;
  /** Returns the address of the proxy; null while none was noticed. */
  address: () => string | null;
}

/** Only peers on this machine or in its network count: a stranger can send the header, too. */
export function watchForwarding(log: Log): UntrustedProxy {
  let found: string | null = null;
  return {
    onForwarded: (peer) => {
      const address = plainAddress(peer);
      if (found !== null || !isPrivateAddress(address)) return;
      found = address;
      log(
        `WARNING: a proxy at ${address} forwards requests, and TRUSTED_PROXIES does not name it: all visitors share its address and its rate limits`,
      );
    },
    address: () => found,
  };
}
