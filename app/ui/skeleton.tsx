export interface SkeletonRowsProps {
  rows?: number;
  /** What is on its way: "Loading orders". */
  label: string;
}

/** The shape of the rows that are on their way; seen only where the wait can be noticed. */
export function SkeletonRows({ rows = 5, label }: SkeletonRowsProps) {
  return (
    <div className="skeleton-rows" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} aria-hidden="true">
          <span className="skel" />
          <span className="skel" />
          <span className="skel" />
        </div>
      ))}
    </div>
  );
}
