import type { Db } from "#db/client.server.ts";
import { OperatorError } from "#db/errors.ts";
import type { Log } from "#lib/log.ts";
import type { ChainSource } from "#shop/payments/chain/chain.ts";
import { coreRpc } from "#shop/payments/chain/core-rpc.server.ts";
import { coreSource } from "#shop/payments/chain/core.server.ts";
import { esploraSource } from "#shop/payments/chain/esplora.server.ts";
import { issuedAddresses } from "#shop/payments/wallet/address-indexes.server.ts";
import type { AddressSource } from "#shop/payments/wallet/address.ts";
import type { Env } from "./env.server.ts";

/**
 * Checks once that the configured hosts serve Merkle proofs. In live mode a host without them refuses the start;
 * otherwise it is logged. Hosts that do not respond are checked with each payment.
 */
export async function checkHosts(source: ChainSource, { env, log }: { env: Env; log: Log }) {
  const unfit = await source.unfitHosts?.().catch((error: unknown) => {
    log("the chain hosts cannot be checked", error);
  });
  if (!unfit || unfit.length === 0) return;
  const problem = `ESPLORA_URL: ${unfit.join(", ")} serves no Merkle proofs, as mempool with an Electrum backend does not. Take a host with an Esplora backend, or Bitcoin Core.`;
  if (env.mode === "live") throw new OperatorError(problem);
  log(problem);
}

/** Returns the chain source: Bitcoin Core if configured, else Esplora, else the Esplora of the sandbox. */
export function chainSource(
  db: Db,
  { env, addresses, sandboxUrl }: { env: Env; addresses: AddressSource; sandboxUrl: string | null },
): ChainSource {
  if (!env.core) {
    const urls = env.esploraUrls ?? [`${sandboxUrl}/esplora`];
    const { network, esploraRequestsPerHour: requestsPerHour } = env;
    return esploraSource({ db, urls, network, requestsPerHour });
  }
  const key = addresses.kind === "xpub" ? addresses.key : null;
  return coreSource(coreRpc(env.core), {
    name: env.core.wallet,
    network: env.network,
    key,
    issued: () => issuedAddresses(db, key?.id ?? null, new Date()),
  });
}
