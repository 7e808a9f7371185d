import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type OfferedPackage, seedPackages } from "#shop/catalog/package.ts";
import { Closing } from "./closing.tsx";

const offer = { soldOut: false, validFrom: null, validUntil: null };

test("the closing line names the smallest and the largest package that can be bought", () => {
  const bySize = seedPackages
    .map((pkg): OfferedPackage => ({ ...pkg, ...offer }))
    .toSorted((a, b) => a.coins - b.coins);
  const [first, second] = bySize.map(({ coins }) => coins.toLocaleString("en-US"));
  expect(render(bySize)).toContain(`Start with ${first} coins`);
  const soldOut = bySize.map((pkg, index) => ({ ...pkg, soldOut: index === 0 }));
  expect(render(soldOut)).toContain(`Start with ${second} coins`);
  expect(render(bySize.map((pkg) => ({ ...pkg, soldOut: true })))).toBe("");
});

function render(packages: OfferedPackage[]) {
  return renderToStaticMarkup(<Closing packages={packages} needs="A username." />);
}
