import { listPasskeys } from "#shop/accounts/passkeys.server.ts";
import { data } from "react-router";
import { useStickyActionData } from "#app/live.ts";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { legalFactsOf, placeholderValues } from "#app/routes/shop/legal/legal-facts.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { textOf, textsOf, versionOf } from "#lib/form.ts";
import { offersOf } from "#shop/methods/methods.ts";
import { deliveryTimeOf } from "#shop/orders/delivery-time.ts";
import {
  saveSettings,
  type SaveSettingsError,
} from "#shop/settings-changes/save-settings.server.ts";
import {
  isWalletConfirmed,
  walletFingerprint,
  firstAddresses,
} from "#shop/payments/wallet/confirmation.server.ts";
import { scriptNames } from "#shop/payments/wallet/descriptor.ts";
import { unpaidRun } from "#shop/payments/wallet/address-indexes.server.ts";
import { parseSettingsForm } from "#shop/settings/setting-forms.ts";
import { defaultLegalTexts } from "#shop/settings/legal/legal.ts";
import { readForms } from "#shop/settings/settings.server.ts";
import { type SettingGroup, settingGroups } from "#shop/settings/setting.ts";
import { type Settings, settingsIn } from "#shop/settings/settings.ts";
import { checkTarget } from "#shop/webhooks/ssrf-guard.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import { targetErrors } from "../webhooks/secret-card.tsx";
import { actOnDelivery } from "./delivery-action.server.ts";
import type { DeliveryActionData } from "./delivery-adapter.tsx";
import type { LegalDefaults } from "./legal-fields.tsx";
import { OnePage } from "./one-page.tsx";
import type { SettingsActionData } from "./setting-section.tsx";
import { SettingsOverview } from "./settings-index.tsx";
import { pageOf, settingsPages, settingsPath } from "./settings-pages.ts";
import "./settings.css";

export const meta: Route.MetaFunction = ({ matches, params }) => {
  const page = settingsPages.find(({ name }) => name === params.page);
  return adminTitle(page ? `${page.title} · Settings` : "Settings", matches);
};

export async function loader(args: Route.LoaderArgs) {
  const { account } = requireTeam(args);
  const { page } = args.params;
  if (page !== undefined && !settingsPages.some(({ name }) => name === page))
    throw data(null, { status: 404 });
  const services = args.context.get(servicesContext);
  const { db, mode, addresses, chainHosts, lightning, prices, providers } = services;
  const hosted = providers.map(({ method }) => method);
  const now = new Date();
  const [{ settings, versions }, addressesUnpaid] = await Promise.all([
    readForms(db),
    unpaidRun(db, addresses),
  ]);
  const zones = new Set(["UTC", settings.timeZone, ...Intl.supportedValuesOf("timeZone")]);
  const walletConfirmed = isWalletConfirmed(settings, addresses, mode);
  const offers = offersOf(settings, { hosted: providers, walletConfirmed });
  const deliveryTime = deliveryTimeOf(await services.waitTimes(now), settings.deliveryTime);
  const facts = legalFactsOf(settings, addresses.kind, offers, deliveryTime);
  const legal: LegalDefaults = {
    texts: { ...defaultLegalTexts },
    values: placeholderValues(facts),
  };
  return {
    settings,
    offers,
    hosted,
    versions,
    timeZones: [...zones],
    addresses: {
      kind: addresses.kind,
      script: addresses.kind === "xpub" ? scriptNames[addresses.key.script] : null,
      first: firstAddresses(addresses),
      confirmed: walletConfirmed,
      confirmedBy: walletConfirmed ? settings.confirmedWalletBy : "",
      confirmedAt: walletConfirmed ? settings.confirmedWalletAt : "",
      wallet: walletFingerprint(addresses),
      version: versions.wallet,
      unpaidRun: addressesUnpaid,
      gapLimit: settings.gapLimit,
    },
    legal,
    hosts: chainHosts(),
    lightning: lightning?.status() ?? null,
    price: { rateCents: prices.current(now)?.rateCents ?? null, sources: prices.sources(now) },
    ownTwoFactor: account.twoFactorEnabled,
    ownPasskey: (await listPasskeys(services.db, account.id)).length > 0,
  };
}

export { shouldRevalidate } from "#app/office/should-revalidate.ts";

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const services = args.context.get(servicesContext);
  const { db, addresses, webhookTargets } = services;
  const form = await readForm(args.request);
  const actor = actorOf(args.context);
  const now = new Date();
  const delivery = await actOnDelivery(services, form, { actor, now });
  if (delivery) return delivery;
  const group = groupOf(textOf(form, "intent"));
  if (!group) throw data(null, { status: 400 });
  const typed = textsOf(
    form,
    settingsIn(group).filter((name) => form.has(name)),
  );
  const actionData: SettingsActionData = { group, typed };

  const read = parseSettingsForm(group, form);
  if (!read.ok)
    return data<SettingsActionData>({ ...actionData, errors: read.error }, { status: 400 });
  const confirmation: Partial<Settings> = {
    confirmedWallet: walletFingerprint(addresses),
    confirmedWalletBy: actor.email,
    confirmedWalletAt: now.toISOString(),
  };
  const values = group === "wallet" ? confirmation : read.value;
  // The form names the wallet it showed, as the key may have been changed since.
  if (group === "wallet" && textOf(form, "wallet") !== confirmation.confirmedWallet)
    return errorResponse("stale", actionData);
  if (values.deliveryUrl) {
    const target = await checkTarget(values.deliveryUrl, webhookTargets);
    const errors = { deliveryUrl: target.ok ? "" : targetErrors[target.error] };
    if (!target.ok) return data<SettingsActionData>({ ...actionData, errors }, { status: 400 });
  }
  const saved = await saveSettings(db, { group, values, version: versionOf(form), actor, now });
  if (!saved.ok) return errorResponse(saved.error, actionData);
  const path = group === "wallet" ? settingsPath("addresses") : settingsPath(pageOf(group).name);
  return redirect(withNotice(path, `${group}-saved`));
}

/** Returns the group of this name, unless it has no form on this page. */
function groupOf(text: string): Exclude<SettingGroup, "setup"> | null {
  const group = settingGroups.find((name) => name === text);
  return group && group !== "setup" ? group : null;
}

function errorResponse(error: SaveSettingsError, actionData: SettingsActionData) {
  switch (error) {
    case "forbidden":
      throw redirect("/");
    case "unknown-time-zone":
      return data<SettingsActionData>(
        { ...actionData, errors: { timeZone: "The database does not know this time zone" } },
        { status: 400 },
      );
    case "stale":
      return data<SettingsActionData>(
        {
          ...actionData,
          message:
            "Someone changed these settings in the meantime. Reload the page to see them, or save again to replace them with yours.",
        },
        { status: 409 },
      );
  }
}

/** The index of the settings, or the page of one subject. */
export default function SettingsRoute({ loaderData, params }: Route.ComponentProps) {
  const answer = useStickyActionData<SettingsActionData | DeliveryActionData>();
  // A tab that was opened before an upgrade posts to the page that had all forms.
  const group = answer && "group" in answer ? answer.group : null;
  const page = settingsPages.find(({ name, group: own }) =>
    params.page ? name === params.page : own !== undefined && own === group,
  );
  if (page) return <OnePage key={page.name} page={page} loaded={loaderData} answer={answer} />;
  return (
    <>
      <PageHead title="Settings" />
      <SettingsOverview />
    </>
  );
}
