import type * as LdkTypes from "lightningdevkit";
import { type Ldk, unwrap } from "./ldk.ts";
import type { LightningNode } from "./node.ts";

const MAX_ROUNDS = 200;

/** Two nodes joined by LDK's encrypted peer protocol over sockets in memory. */
export class PeerLink {
  readonly #nodes: readonly [LightningNode, LightningNode];
  readonly #sockets: LdkTypes.SocketDescriptor[];
  readonly #sent: { to: 0 | 1; data: Uint8Array }[] = [];

  constructor(ldk: Ldk, dialer: LightningNode, listener: LightningNode) {
    this.#nodes = [dialer, listener];
    this.#sockets = ([0, 1] as const).map((at) =>
      ldk.SocketDescriptor.new_impl({
        send_data: (data) => {
          // A copy: the memory is LDK's.
          this.#sent.push({ to: at === 0 ? 1 : 0, data: Uint8Array.from(data) });
          return data.length;
        },
        disconnect_socket: () => {},
        eq: (other) => other.hash() === BigInt(at),
        hash: () => BigInt(at),
      }),
    );
    const noAddress = ldk.Option_SocketAddressZ.constructor_none();
    const [near, far] = this.#sockets as [LdkTypes.SocketDescriptor, LdkTypes.SocketDescriptor];
    listener.peers.new_inbound_connection(far, noAddress);
    const hello = dialer.peers.new_outbound_connection(listener.id, near, noAddress);
    this.#sent.push({ to: 1, data: unwrap(hello, "connecting two nodes") as Uint8Array });
    this.exchange();
  }

  /** Carries messages to and fro until both nodes are silent. */
  exchange(): void {
    let silent = 0;
    for (let round = 0; round < MAX_ROUNDS && silent < 3; round++) {
      for (const { peers, manager } of this.#nodes) {
        manager.process_pending_htlc_forwards();
        peers.process_events();
      }
      silent = this.#sent.length === 0 ? silent + 1 : 0;
      for (const { to, data } of this.#sent.splice(0)) {
        const socket = this.#sockets[to] as LdkTypes.SocketDescriptor;
        unwrap(this.#nodes[to].peers.read_event(socket, data), "reading from a peer");
        this.#nodes[to].peers.process_events();
      }
      for (const node of this.#nodes) node.collectEvents();
    }
  }
}
