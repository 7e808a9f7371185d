import { Link } from "react-router";

export interface SegmentedLinksProps {
  label: string;
  items: readonly { to: string; label: string; current: boolean }[];
}

/** Switches between a few views of a page, each with its address. */
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
