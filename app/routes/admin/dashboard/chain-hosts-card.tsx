import { Link } from "react-router";
import { Dot, type Tone } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import type { HostState, HostStatus } from "#shop/payments/chain/chain.ts";
import { hostRequestsText, hostStateTexts } from "../shared/node-texts.ts";
import { settingsPath } from "../settings/settings-pages.ts";

const tones: Record<HostState, Tone> = {
  answering: "completed",
  behind: "pending",
  limited: "pending",
  down: "rejected",
};

/** State of each host that the Bitcoin network is read from, and its requests in the last hour. */
export function ChainHostsCard({ hosts }: { hosts: readonly HostStatus[] }) {
  return (
    <Card title="Bitcoin network" line>
      <ul className="attention">
        {hosts.map(({ name, state, requestsLastHour, requestsPerHour }) => (
          <li key={name}>
            <Link className="attention__item" to={settingsPath("network")}>
              <Dot tone={tones[state]} />
              <span>
                <span className="attention__title">{name}</span>
                <span className="attention__under">{hostStateTexts[state]}</span>
                {requestsLastHour !== null && (
                  <span className="attention__under">
                    {hostRequestsText({ requestsLastHour, requestsPerHour })} requests in the last
                    hour
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
