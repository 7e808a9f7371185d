import { type Column, Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import type { HostStatus } from "#shop/payments/chain/chain.ts";
import { hostRequestsText, hostStateTexts } from "../shared/node-texts.ts";

export interface ChainHostsProps {
  hosts: readonly HostStatus[];
}

/** The hosts that the Bitcoin network is read from, and the state of each. */
export function ChainHosts({ hosts }: ChainHostsProps) {
  return (
    <section className="setting-group" id="chain-hosts" aria-labelledby="chain-hosts-title">
      <div>
        <h2 id="chain-hosts-title">Bitcoin network</h2>
        <p>
          Payments are read from these hosts in turn. Set <code>ESPLORA_URL</code> or{" "}
          <code>BITCOIN_RPC_URL</code> in the configuration to change them.
        </p>
      </div>
      <div className="card">
        <Table
          label="Hosts of the Bitcoin network"
          rows={hosts}
          keyOf={({ name }) => name}
          columns={columns}
        />
      </div>
    </section>
  );
}

const columns: Column<HostStatus>[] = [
  { head: "Host", phone: "top", cell: ({ name }) => name },
  {
    head: "Requests",
    end: true,
    phone: "top-end",
    cell: (host) => <>{hostRequestsText(host)} in the last hour</>,
  },
  {
    head: "Last response",
    muted: true,
    cell: ({ lastResponseAt }) =>
      lastResponseAt ? <Time value={lastResponseAt} format="time" /> : "Never",
  },
  {
    head: "State",
    cell: ({ state, problem }) => (
      <>
        {hostStateTexts[state]}
        {problem && `: ${problem}`}
      </>
    ),
  },
];
