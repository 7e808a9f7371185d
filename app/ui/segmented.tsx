import { Link } from "react-router";

export interface SegmentedLinksProps {
  label: string;
  items: readonly { to: string; label: string; current: boolean }[];
}

/** A segmented control of links: each view of the page has its URL. */
export function SegmentedLinks({ label, items }: SegmentedLinksProps) {
  return (
    <nav className="segmented" aria-label={label}>
      {items.map((item) => (
        <Link
          key={item.to}
          className="segmented__item"
          to={item.to}
          preventScrollReset
          aria-current={item.current || undefined}
        >
          {item.label}
        </Link>
      ))}
    </nav>
  );
}
