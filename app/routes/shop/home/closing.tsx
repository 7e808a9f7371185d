import { count } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
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
  const { coins } = smallest;
  const most = count(largest.coins);
  return (
    <section className="closing deep" aria-labelledby="start">
      <div className="container closing__in">
        <div>
          <h2 className="display" id="start">
            {largest.coins > coins
              ? t("home.startOr", { coins, most })
              : t("home.start", { coins })}
          </h2>
          <p>{needs}</p>
        </div>
        <ButtonLink to="#packages" variant="brass" size="lg">
          {t("home.choose")}
        </ButtonLink>
      </div>
    </section>
  );
}
