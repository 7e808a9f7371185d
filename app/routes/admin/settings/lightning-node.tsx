import { href, Link } from "react-router";
import { type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatBtc } from "#lib/money.ts";
import { nodeNames } from "#shop/payments/lightning/lightning-node.ts";
import type { LightningStatus } from "#shop/payments/lightning/lightning.jobs.server.ts";
import { NOT_PERMITTED, nodeStateText, receivableText } from "../shared/node-texts.ts";

interface LightningNodeProps {
  /** Null where none is configured. */
  lightning: LightningStatus | null;
}

/** The Lightning node, what it can receive, and what is wrong with it. */
export function LightningNode({ lightning }: LightningNodeProps) {
  return (
    <section className="setting-group" id="lightning" aria-labelledby="lightning-title">
      <div>
        <h2 id="lightning-title">Lightning node</h2>
        <p>
          {lightning
            ? "Invoices are made and watched by this node. The shop holds no key that can pay from it."
            : "A Lightning payment takes seconds and costs buyers next to nothing. The shop needs a node to receive it."}
        </p>
      </div>
      <div className="card lightning-node">
        {lightning ? <NodeFacts lightning={lightning} /> : <NotConfigured />}
      </div>
    </section>
  );
}

function NotConfigured() {
  return (
    <p className="muted">
      Not configured: buyers pay on-chain. Set <code>LIGHTNING_URL</code> and{" "}
      <code>LIGHTNING_SECRET_FILE</code> in the configuration.{" "}
      <Link className="link" to={href("/admin/docs/:name", { name: "lightning" })}>
        The steps for phoenixd, LND, Core Lightning and Umbrel
      </Link>
    </p>
  );
}

function NodeFacts({ lightning }: { lightning: LightningStatus }) {
  const { kind, state, problem } = lightning;
  return (
    <>
      {problem !== null && (
        <Notice tone="rejected">
          <b>Checkout does not offer Lightning.</b> {problem}
        </Notice>
      )}
      <KeyValueList
        rows={[
          { label: "Node", value: nodeNames[kind] },
          { label: "State", value: nodeStateText(lightning) },
          ...(state ? stateRows(lightning, state) : []),
        ]}
      />
    </>
  );
}

function stateRows(
  lightning: LightningStatus,
  state: NonNullable<LightningStatus["state"]>,
): KeyValue[] {
  const { kind, problem } = lightning;
  const { alias, version, network, feeCreditSats, opensChannels } = state;
  const rows: KeyValue[] = [
    // phoenixd has no alias.
    ...(kind === "phoenixd" ? [] : [{ label: "Alias", value: alias ?? NOT_PERMITTED }]),
    { label: "Version", value: version ?? NOT_PERMITTED },
    { label: "Network", value: network ?? NOT_PERMITTED },
  ];
  // What it could receive before it failed says nothing about now.
  if (problem !== null) return rows;
  return [
    ...rows,
    {
      label: "Can receive now",
      value: (
        <>
          {receivableText(lightning)}
          {opensChannels && (
            <span className="lightning-node__aside">
              For more it opens a channel by itself, and takes the fee out of what it receives,
              unless it runs with --auto-liquidity off.
            </span>
          )}
        </>
      ),
    },
    ...(feeCreditSats === null
      ? []
      : [
          {
            label: "Fee credit",
            value: (
              <>
                {formatBtc(feeCreditSats)} BTC
                <span className="lightning-node__aside">
                  Pays for the next channel, and cannot be withdrawn.
                </span>
              </>
            ),
          },
        ]),
  ];
}
