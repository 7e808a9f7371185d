import { href } from "react-router";
import { ConfirmAct } from "#app/office/confirm-act.tsx";
import { Dot } from "#app/ui/badge.tsx";
import { type Column, Table, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import type { ListedApiKey } from "#shop/api-keys/api-key.ts";

/** All keys, also expired and revoked ones, newest first. */
export function KeyTable({ keys }: { keys: readonly ListedApiKey[] }) {
  return <Table label="API keys" rows={keys} keyOf={({ id }) => id} columns={columns} />;
}

const isInactive = ({ state }: ListedApiKey) => state !== "active";
const columns: Column<ListedApiKey>[] = [
  {
    head: "Name",
    phone: "top",
    muted: isInactive,
    cell: ({ name, prefix }) => (
      <TwoLines under={<span className="mono">{prefix}…</span>}>{name}</TwoLines>
    ),
  },
  {
    head: "May",
    muted: isInactive,
    cell: ({ scopes }) => (
      <span className="api-keys__scopes mono">
        {scopes.map((scope) => (
          <span key={scope}>{scope}</span>
        ))}
      </span>
    ),
  },
  { head: "State", phone: "top-end", cell: (key) => <KeyStateText apiKey={key} /> },
  {
    head: "Last used",
    muted: true,
    phone: "bottom",
    cell: ({ lastUsedAt }) => (
      <>
        {lastUsedAt ? <Time value={lastUsedAt} format="date" /> : "Never"}
        {/* On phones there is no head to say what this is. */}
        <span className="api-keys__unit"> {lastUsedAt ? "last used" : "used"}</span>
      </>
    ),
  },
  {
    head: "Made",
    muted: true,
    wideOnly: true,
    phone: "hidden",
    cell: ({ createdAt, createdBy }) => (
      <TwoLines under={createdBy}>
        <Time value={createdAt} />
      </TwoLines>
    ),
  },
  {
    head: "What to do",
    headHidden: true,
    end: true,
    phone: "bottom-end",
    cell: ({ id, name, state }) =>
      state === "active" && (
        <ConfirmAct
          size="sm"
          name={`Revoke the key ${name}`}
          title={`Revoke the key “${name}”?`}
          question="The program that uses it is locked out at once. This cannot be undone: it will need a new key."
          confirm="Revoke"
          action={href("/admin/api-keys")}
          intent="revoke"
          values={{ id }}
        >
          Revoke
        </ConfirmAct>
      ),
  },
];

function KeyStateText({ apiKey }: { apiKey: ListedApiKey }) {
  const { expiresAt, revokedAt, state } = apiKey;
  const since = revokedAt ?? expiresAt;
  const labels = {
    active: "Active",
    expired: "Expired",
    revoked: "Revoked",
    ended: "Without its person",
  };
  return (
    <span className="key-state">
      <Dot tone={state === "active" ? "completed" : "rejected"} />
      <span>
        {labels[state]}
        {since && (
          <span className="key-state__note">
            {state === "active" && "until "}
            <Time value={since} format="date" />
          </span>
        )}
      </span>
    </span>
  );
}
