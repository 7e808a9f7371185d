import { Link } from "react-router";
import { Dot } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { nodeNames } from "#shop/payments/lightning/lightning-node.ts";
import type { LightningStatus } from "#shop/payments/lightning/lightning.jobs.server.ts";
import { nodeStateText, receivableText } from "../shared/node-texts.ts";
import { settingsPath } from "../settings/settings-pages.ts";

/** The state of the Lightning node, and what it can receive. */
export function LightningCard({ lightning }: { lightning: LightningStatus }) {
  const { kind, state, problem } = lightning;
  return (
    <Card title="Lightning node" line>
      <ul className="attention">
        <li>
          <Link className="attention__item" to={settingsPath("lightning")}>
            <Dot tone={problem === null ? "completed" : "rejected"} />
            <span>
              <span className="attention__title">{state?.alias ?? nodeNames[kind]}</span>
              <span className="attention__under">{nodeStateText(lightning)}</span>
              {problem === null && state && state.receivableSats !== null && (
                <span className="attention__under">Can receive {receivableText(lightning)}</span>
              )}
            </span>
          </Link>
        </li>
      </ul>
    </Card>
  );
}
