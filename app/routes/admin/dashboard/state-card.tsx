import type { ReactNode } from "react";
import { Link } from "react-router";
import { Dot, type Tone } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { formatCount } from "#lib/money.ts";

/** A state, or a problem that needs an administrator. */
export interface StateItem {
  title: ReactNode;
  tone: Tone;
  count?: number;
  /** What stands below the title, in one line or several. */
  under?: string | null | readonly ReactNode[];
  to?: string;
}

interface StateCardProps {
  title: string;
  items: readonly StateItem[];
  /** Stands in the place of the list while it is empty. */
  none?: string;
  /** For links to the card. */
  id?: string;
}

/** A card that lists states. */
export function StateCard({ title, items, none, id }: StateCardProps) {
  return (
    <Card title={title} line id={id}>
      {items.length === 0 && <p className="attention__none">{none}</p>}
      {items.length > 0 && (
        <ul className="attention">
          {items.map((item, at) => (
            <li key={at}>
              {item.to ? (
                <Link className="attention__item" to={item.to}>
                  <ItemText {...item} />
                </Link>
              ) : (
                <div className="attention__item">
                  <ItemText {...item} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function ItemText({ title, tone, count, under }: StateItem) {
  const lines = typeof under === "string" ? [under] : (under ?? []);
  return (
    <>
      <Dot tone={tone} />
      <span>
        <span className="attention__title">{title}</span>
        {lines.map(
          (line, at) =>
            line && (
              <span key={at} className="attention__under">
                {line}
              </span>
            ),
        )}
      </span>
      {count !== undefined && <span className="num">{formatCount(count)}</span>}
    </>
  );
}
