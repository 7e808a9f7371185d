import type { Hono } from "hono";
import type { Lightning } from "../lightning.ts";

const VERSION = "0.21.0-beta commit=v0.21.0-beta";

/** Adds the routes that describe the merchant's node: itself, its channels and their balance. */
export function addNodeRoutes(app: Hono, lightning: Lightning): void {
  app.get("/v1/getinfo", async (c) => {
    const network = await lightning.start();
    const channels = network.channels().length;
    return c.json({
      version: VERSION,
      commit_hash: "",
      identity_pubkey: network.nodeId,
      alias: "satchel-sandbox",
      color: "#3399ff",
      num_pending_channels: 0,
      num_active_channels: channels,
      num_inactive_channels: 0,
      num_peers: 1,
      block_height: lightning.blockHeight,
      synced_to_chain: lightning.faults.lightning !== "not-synced",
      synced_to_graph: true,
      testnet: false,
      chains: [{ chain: "bitcoin", network: lightning.bitcoin }],
      uris: [],
    });
  });

  app.get("/v1/channels", async (c) => {
    const network = await lightning.start();
    const { lightning: fault } = lightning.faults;
    const active = fault !== "peer-offline";
    const channels = network.channels().map((channel) => {
      const reserve = channel.get_counterparty().get_unspendable_punishment_reserve();
      // LDK takes the reserve off; LND does not.
      const remote = toSats(channel.get_inbound_capacity_msat()) + Number(reserve);
      return {
        active,
        remote_pubkey: network.buyerId,
        capacity: String(channel.get_channel_value_satoshis()),
        local_balance: String(toSats(channel.get_outbound_capacity_msat())),
        remote_balance: String(fault === "capacity-warning" ? Number(reserve) : remote),
        private: true,
        initiator: false,
        remote_constraints: { chan_reserve_sat: String(reserve) },
      };
    });
    const isListed = active || c.req.query("active_only") !== "true";
    return c.json({ channels: isListed ? channels : [] });
  });

  app.get("/v1/balance/channels", async (c) => {
    const { localSats, remoteSats } = await lightning.balance();
    const amount = (sats: number) => ({ sat: String(sats), msat: String(sats * 1000) });
    return c.json({
      balance: String(localSats),
      pending_open_balance: "0",
      local_balance: amount(localSats),
      remote_balance: amount(remoteSats),
      unsettled_local_balance: amount(0),
      unsettled_remote_balance: amount(0),
      pending_open_local_balance: amount(0),
      pending_open_remote_balance: amount(0),
      custom_channel_data: "",
    });
  });
}

function toSats(msat: bigint): number {
  return Number(msat / 1000n);
}
