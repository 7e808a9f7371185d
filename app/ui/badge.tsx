const known = new Set(["pending", "processing", "completed", "rejected"]);

/** An order's status: dot and word. A status it does not know is shown raw. */
export function StatusBadge({ status }: { status: string }) {
  if (!known.has(status)) return <span className="badge">{status}</span>;
  return (
    <span className={`badge badge--${status}`}>
      {status.charAt(0).toUpperCase() + status.slice(1)}
    </span>
  );
}
