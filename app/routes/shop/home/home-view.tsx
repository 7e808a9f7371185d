import type { CoinPackage } from "#shop/catalog/package.ts";
import { Closing } from "./closing.tsx";
import { Faq } from "./faq.tsx";
import { Hero } from "./hero.tsx";
import type { HomeTexts } from "./home-texts.ts";
import { Packages } from "./packages.tsx";
import { Why } from "./why.tsx";

export interface HomeViewProps {
  /** Those of the grid, in the order in which they are shown. */
  packages: readonly CoinPackage[];
  /** The one that stands alone below the grid. */
  promotion: CoinPackage | null;
  supportEmail: string;
  texts: HomeTexts;
}

export function HomeView({ packages, promotion, supportEmail, texts }: HomeViewProps) {
  const onSale = promotion ? [...packages, promotion] : packages;
  const bySize = onSale.toSorted((a, b) => a.coins - b.coins);
  return (
    <>
      <Hero packages={packages.length > 0 ? packages : onSale} texts={texts} />
      <Why />
      <Packages packages={packages} promotion={promotion} prices={texts.prices} />
      <Faq supportEmail={supportEmail} questions={texts.questions} />
      <Closing smallest={bySize[0]} largest={bySize.at(-1)} needs={texts.needs} />
    </>
  );
}
