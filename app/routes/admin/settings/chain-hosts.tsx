import { Cell, Column, Row, Table, TableHead } from "#app/ui/table.tsx";
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
        <Table label="Hosts of the Bitcoin network">
          <TableHead>
            <Column>Host</Column>
            <Column end>Requests</Column>
            <Column>Last response</Column>
            <Column>State</Column>
          </TableHead>
          <tbody>
            {hosts.map(({ name, state, problem, lastResponseAt, ...requests }) => (
              <Row key={name}>
                <Cell phone="top">{name}</Cell>
                <Cell end phone="top-end">
                  {hostRequestsText(requests)} in the last hour
                </Cell>
                <Cell muted>
                  {lastResponseAt ? <Time value={lastResponseAt} format="time" /> : "Never"}
                </Cell>
                <Cell>
                  {hostStateTexts[state]}
                  {problem && `: ${problem}`}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  );
}
