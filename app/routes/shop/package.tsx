import { data } from "react-router";
import { servicesContext } from "#app/context.ts";
import { settingsOf } from "#app/settings.server.ts";
import { formatCount, formatUsd, satsForCents } from "#lib/money.ts";
import { findPackage } from "#shop/catalog/packages.server.ts";
import type { Route } from "./+types/package";
import { PackageView } from "./package-view.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { pkg, shopName } = loaderData;
  const offer = `${formatCount(pkg.coins)} TikTok coins for ${formatUsd(pkg.priceCents)}`;
  return [
    { title: `${formatCount(pkg.coins)} coins · ${shopName}` },
    { name: "description", content: `${offer}, paid in Bitcoin.` },
  ];
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, prices } = context.get(servicesContext);
  const pkg = await findPackage(db, params.id);
  if (!pkg) throw data(null, { status: 404 });
  const now = new Date();
  const rate = prices.current(now);
  const estimate = rate && {
    sats: satsForCents(pkg.priceCents, rate.rateCents),
    rateCents: rate.rateCents,
    ageSeconds: Math.max(0, Math.round((now.getTime() - rate.at.getTime()) / 1000)),
  };
  return { pkg, estimate, shopName: (await settingsOf(context)).shopName };
}

export default function PackageRoute({ loaderData }: Route.ComponentProps) {
  return <PackageView pkg={loaderData.pkg} estimate={loaderData.estimate} />;
}
