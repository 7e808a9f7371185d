import { coreLightningNode } from "#shop/payments/lightning/core-lightning.server.ts";
import type { LightningNode } from "#shop/payments/lightning/lightning-node.ts";
import { lndNode } from "#shop/payments/lightning/lnd.server.ts";
import type { LightningAccess } from "#shop/payments/lightning/node-client.server.ts";
import { phoenixdNode } from "#shop/payments/lightning/phoenixd.server.ts";
import type { Network } from "#shop/payments/wallet/address.ts";

const nodes = { phoenixd: phoenixdNode, lnd: lndNode, "core-lightning": coreLightningNode };

/** Returns the Lightning node behind this access; its invoices have to be of this network. */
export function lightningNode(access: LightningAccess, network: Network): LightningNode {
  return nodes[access.kind](access, network);
}
