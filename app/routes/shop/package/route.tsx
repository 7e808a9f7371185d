import { data } from "react-router";
import { servicesContext } from "#app/context.ts";
import { offersIn } from "#app/offers.server.ts";
import { packagesOf, settingsOf } from "#app/shop-cache.server.ts";
import { formatCount, formatUsd, satsForCents } from "#lib/money.ts";
import type { Route } from "./+types/route";
import { paidText, waysText } from "../method/method-labels.ts";
import { PackageView } from "./package-view.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { pkg, shopName } = loaderData;
  const offer = `${formatCount(pkg.coins)} TikTok coins for ${formatUsd(pkg.priceCents)}`;
  return [
    { title: `${formatCount(pkg.coins)} coins · ${shopName}` },
    { name: "description", content: `${offer}, paid ${loaderData.paid}.` },
  ];
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const { prices } = context.get(servicesContext);
  const { grid, promotion } = await packagesOf(context);
  const pkg = [...grid, promotion].find((one) => one?.id === params.id);
  if (!pkg) throw data(null, { status: 404 });
  const now = new Date();
  const rate = prices.current(now);
  const estimate = rate && {
    sats: satsForCents(pkg.priceCents, rate.rateCents),
    rateCents: rate.rateCents,
    ageSeconds: Math.max(0, Math.round((now.getTime() - rate.at.getTime()) / 1000)),
  };
  const { shopName } = await settingsOf(context);
  const offers = await offersIn(context);
  const paysOtherwise = offers.length > 1 ? waysText(offers) : null;
  return { pkg, estimate, shopName, paid: paidText(offers), paysOtherwise };
}

export default function PackageRoute({ loaderData }: Route.ComponentProps) {
  const { pkg, estimate, paysOtherwise } = loaderData;
  return <PackageView pkg={pkg} estimate={estimate} paysOtherwise={paysOtherwise} />;
}
