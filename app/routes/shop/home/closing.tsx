import { formatCount } from "#lib/money.ts";
import type { OfferedPackage } from "#shop/catalog/package.ts";
import { ButtonLink } from "#app/ui/button.tsx";

export interface ClosingProps {
  packages: readonly OfferedPackage[];
  /** What a buyer needs. */
  needs: string;
}

/** The closing call to action with the smallest and largest package; empty when none can be bought. */
export function Closing({ packages, needs }: ClosingProps) {
  const bySize = packages.filter(({ soldOut }) => !soldOut).toSorted((a, b) => a.coins - b.coins);
  const [smallest, largest] = [bySize[0], bySize.at(-1)];
  if (!smallest || !largest) return null;
  const or = largest.coins > smallest.coins ? `, or with ${formatCount(largest.coins)}` : "";
  return (
    <section className="closing deep" aria-labelledby="start">
      <div className="container closing__in">
        <div>
          <h2 className="display" id="start">
            Start with {formatCount(smallest.coins)} coins{or}
          </h2>
          <p>{needs}</p>
        </div>
        <ButtonLink to="#packages" variant="brass" size="lg">
          Choose a package
        </ButtonLink>
      </div>
    </section>
  );
}
