import type { Db } from "#db/client.server.ts";
import type { ChainSource } from "#shop/payments/chain/chain.ts";
import { coreRpc } from "#shop/payments/chain/core-rpc.server.ts";
import { coreSource } from "#shop/payments/chain/core.server.ts";
import { esploraSource } from "#shop/payments/chain/esplora.server.ts";
import { issuedAddresses } from "#shop/payments/wallet/address-indexes.server.ts";
import type { AddressSource } from "#shop/payments/quotes.server.ts";
import type { Env } from "./env.server.ts";

/** Returns the chain source: Bitcoin Core if configured, else Esplora, else the Esplora of the sandbox. */
export function chainSource(
  db: Db,
  { env, addresses, sandboxUrl }: { env: Env; addresses: AddressSource; sandboxUrl: string | null },
): ChainSource {
  if (!env.core) return esploraSource(env.esploraUrls ?? [`${sandboxUrl}/esplora`]);
  const key = addresses.kind === "xpub" ? addresses.key : null;
  return coreSource(coreRpc(env.core), {
    name: env.core.wallet,
    network: env.network,
    key,
    issued: () => issuedAddresses(db, key?.text ?? null, new Date()),
  });
}
