import { readFile } from "node:fs/promises";
import { OperatorError } from "#db/errors.ts";
import type { Log } from "#lib/log.ts";
import { coreLightningNode } from "#shop/payments/lightning/core-lightning.server.ts";
import { type LightningNode, NodeUnavailable } from "#shop/payments/lightning/lightning-node.ts";
import { lndNode } from "#shop/payments/lightning/lnd.server.ts";
import type { LightningAccess } from "#shop/payments/lightning/node-client.server.ts";
import { phoenixdNode } from "#shop/payments/lightning/phoenixd.server.ts";
import type { Network } from "#shop/payments/wallet/address.ts";
import type { Env } from "./env.server.ts";
import type { Sandbox } from "./sandbox.ts";

const nodes = { phoenixd: phoenixdNode, lnd: lndNode, "core-lightning": coreLightningNode };

/** Returns the Lightning node of the configuration, else that of the sandbox; null without either. */
export async function lightningNode(
  env: Env,
  { sandbox, log }: { sandbox: Sandbox | null; log: Log },
): Promise<LightningNode | null> {
  const access = env.lightning ?? (sandbox && (await sandboxAccess(env, sandbox)));
  if (!access) return null;
  const node = nodes[access.kind](access, env.network);
  if (env.mode === "live") await checkNode(node, env.network, log);
  return node;
}

/** The sandbox's node is on regtest, so that a shop on another test network has none. */
async function sandboxAccess(env: Env, { lightning }: Sandbox): Promise<LightningAccess | null> {
  if (!env.sandboxLightning || env.network !== "regtest") return null;
  return {
    kind: "phoenixd",
    url: lightning.phoenixdUrl.replace(/^phoenixd:/, "http:"),
    secret: (await readFile(lightning.limitedPasswordFile, "utf8")).trim(),
    certFile: null,
  };
}

/** Refuses a node on another network, or credentials that could pay. One that does not answer is logged. */
async function checkNode(node: LightningNode, network: Network, log: Log): Promise<void> {
  try {
    const state = await node.state();
    if (state.network && state.network !== network)
      throw new OperatorError(
        `LIGHTNING_URL: the node is on the network "${state.network}", the shop on "${network}".`,
      );
    if (await node.canSpend?.())
      throw new OperatorError(
        "LIGHTNING_SECRET_FILE holds a password that can send money. Take http-password-limited-access of phoenix.conf.",
      );
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    log("the Lightning node cannot be checked", error);
  }
}
