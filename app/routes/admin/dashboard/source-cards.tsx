import type { Tone } from "#app/ui/badge.tsx";
import { Time } from "#app/ui/time.tsx";
import { bytesText } from "#lib/text.ts";
import type { LastBackup } from "#shop/operations/system-state.ts";
import type { HostState, HostStatus } from "#shop/payments/chain/chain.ts";
import { nodeNames } from "#shop/payments/lightning/lightning-node.ts";
import type { LightningStatus } from "#shop/payments/lightning/lightning.jobs.server.ts";
import { settingsPath } from "../settings/settings-pages.ts";
import {
  hostRequestsText,
  hostStateTexts,
  nodeStateText,
  receivableText,
} from "../shared/node-texts.ts";
import { StateCard } from "./state-card.tsx";

const tones: Record<HostState, Tone> = {
  answering: "completed",
  behind: "pending",
  limited: "pending",
  down: "rejected",
};

/** State of each host that the Bitcoin network is read from, and its requests in the last hour. */
export function ChainHostsCard({ hosts }: { hosts: readonly HostStatus[] }) {
  const items = hosts.map(({ name, state, ...requests }) => ({
    title: name,
    tone: tones[state],
    under: [
      hostStateTexts[state],
      requests.requestsLastHour !== null &&
        `${hostRequestsText(requests)} requests in the last hour`,
    ],
    to: settingsPath("network"),
  }));
  return <StateCard title="Bitcoin network" items={items} />;
}

/** The state of the Lightning node, and what it can receive. */
export function LightningCard({ lightning }: { lightning: LightningStatus }) {
  const { kind, state, problem } = lightning;
  const canReceive = problem === null && state && state.receivableSats !== null;
  const item = {
    title: state?.alias ?? nodeNames[kind],
    tone: problem === null ? "completed" : "rejected",
    under: [nodeStateText(lightning), canReceive && `Can receive ${receivableText(lightning)}`],
    to: settingsPath("lightning"),
  } as const;
  return <StateCard title="Lightning node" items={[item]} />;
}

/** Time, size and result of the last backup. */
export function LastBackupCard({ last }: { last: LastBackup | null }) {
  const items = last ? [backupItem(last)] : [];
  return <StateCard title="Last backup" items={items} none="None yet." id="last-backup" />;
}

function backupItem({ at, bytes, problem, completeAt }: LastBackup) {
  return {
    title: <Time value={at} />,
    tone: problem === null ? "completed" : "rejected",
    under: [
      bytes !== null && `Complete, ${bytesText(bytes)}`,
      problem !== null && `Failed: ${problem}`,
      problem !== null && completeAt && (
        <>
          Last complete one: <Time value={completeAt} />
        </>
      ),
    ],
  } as const;
}
