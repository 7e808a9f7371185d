import { useState } from "react";
import { data, redirect, type ShouldRevalidateFunctionArgs, useActionData } from "react-router";
import { actorOf, requireAdmin } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { legalFactsOf } from "#app/routes/shop/legal/legal-facts.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { textOf, textsOf, versionOf } from "#lib/form.ts";
import { offersOf } from "#shop/methods/methods.ts";
import { deliveryTimeOf } from "#shop/orders/delivery-time.ts";
import { saveSettings, type SaveSettingsError } from "#shop/operations/settings-changes.server.ts";
import {
  isWalletConfirmed,
  walletFingerprint,
  firstAddresses,
} from "#shop/payments/wallet/confirmation.server.ts";
import { scriptNames } from "#shop/payments/wallet/descriptor.ts";
import { unpaidRun } from "#shop/payments/wallet/address-indexes.server.ts";
import { parseSettingsForm } from "#shop/settings/setting-forms.ts";
import { readForms } from "#shop/settings/settings.server.ts";
import { type SettingGroup, settingGroups } from "#shop/settings/setting.ts";
import { type Settings, settingsIn } from "#shop/settings/settings.ts";
import { checkTarget } from "#shop/webhooks/ssrf-guard.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import { LeaveDialog } from "../shared/leave-dialog.tsx";
import { targetErrors } from "../webhooks/endpoint-form.tsx";
import { Addresses } from "./addresses.tsx";
import { ChainHosts } from "./chain-hosts.tsx";
import { actOnDelivery } from "./delivery-action.server.ts";
import { type DeliveryActionData, DeliveryAdapter } from "./delivery-adapter.tsx";
import { DesktopSwitch } from "./desktop-switch.tsx";
import { LegalFields } from "./legal-fields.tsx";
import { LightningNode } from "./lightning-node.tsx";
import { PaymentFields } from "./payment-fields.tsx";
import { PriceSources } from "./price-sources.tsx";
import { SettingFields, type SettingFormValues, settingTexts } from "./setting-fields.tsx";
import { SettingSection, type SettingsActionData } from "./setting-section.tsx";
import { SettingsIndex, SettingsOverview, useFieldOfUrl } from "./settings-index.tsx";
import {
  type FormGroup,
  pageOf,
  type SettingsPage,
  settingsPages,
  settingsPath,
} from "./settings-pages.ts";
import { TimeZoneField } from "./time-zone-field.tsx";
import "./settings.css";

type Loaded = Route.ComponentProps["loaderData"];

export const meta: Route.MetaFunction = ({ matches, params }) => {
  const page = settingsPages.find(({ name }) => name === params.page);
  return adminTitle(page ? `${page.title} · Settings` : "Settings", matches);
};

export async function loader(args: Route.LoaderArgs) {
  const { account } = requireAdmin(args);
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
  return {
    settings,
    offers: offersOf(settings, { hosted, walletConfirmed }),
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
    deliveryTime: deliveryTimeOf(await services.waitTimes(now), settings.deliveryTime),
    hosts: chainHosts(),
    lightning: lightning?.status() ?? null,
    price: { rateCents: prices.current(now)?.rateCents ?? null, sources: prices.sources(now) },
    ownTwoFactor: account.twoFactorEnabled,
  };
}

/** Revalidates after a conflict (409) as well, to show what has changed in the meantime. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.defaultShouldRevalidate || args.actionStatus === 409 || args.actionStatus === 404;
}

export async function action(args: Route.ActionArgs) {
  requireAdmin(args);
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
  const answer = useActionData<SettingsActionData | DeliveryActionData>();
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

interface OnePageProps {
  page: SettingsPage;
  loaded: Loaded;
  answer: SettingsActionData | DeliveryActionData | undefined;
}

function OnePage({ page, loaded, answer }: OnePageProps) {
  const [unsaved, setUnsaved] = useState(false);
  useFieldOfUrl();
  return (
    <>
      <PageHead title="Settings" />
      <LeaveDialog unsaved={unsaved} />
      <div className="settings">
        <SettingsIndex />
        <div>
          {page.group ? (
            <PageForm
              group={page.group}
              page={page}
              loaded={loaded}
              actionData={answer && "group" in answer ? answer : undefined}
              onUnsaved={setUnsaved}
            />
          ) : (
            <PageFacts page={page.name} loaded={loaded} answer={answer} />
          )}
          {page.name === "delivery" && (
            <DeliveryAdapter
              url={loaded.settings.deliveryUrl}
              actionData={answer && !("group" in answer) ? answer : undefined}
            />
          )}
        </div>
      </div>
    </>
  );
}

interface PageFormProps {
  group: FormGroup;
  page: SettingsPage;
  loaded: Loaded;
  actionData: SettingsActionData | undefined;
  onUnsaved: (unsaved: boolean) => void;
}

function PageForm({ group, page, loaded, actionData, onUnsaved }: PageFormProps) {
  const { settings, versions } = loaded;
  return (
    <SettingSection
      group={group}
      title={page.title}
      about={page.about}
      texts={settingTexts(settings)}
      version={versions[group]}
      actionData={actionData}
      onUnsaved={onUnsaved}
    >
      {(form) => <FieldsOf {...form} group={group} loaded={loaded} />}
    </SettingSection>
  );
}

const NO_TWO_FACTOR =
  "Administrators must set it up before the back office opens to them. You haven't set it up; you'll be asked right away.";

function FieldsOf(form: SettingFormValues & { group: FormGroup; loaded: Loaded }) {
  const { loaded, ...fields } = form;
  const { settings, offers, hosted, timeZones, addresses, deliveryTime, lightning } = loaded;
  switch (form.group) {
    case "notification":
      return <SettingFields {...fields} renderOwn={(field) => <DesktopSwitch {...field} />} />;
    case "payment":
      return <PaymentFields {...fields} offers={offers} hosted={hosted} />;
    case "security":
      return (
        <SettingFields
          {...fields}
          hints={loaded.ownTwoFactor ? {} : { twoFactorAuth: NO_TWO_FACTOR }}
        />
      );
    case "shop":
      return (
        <SettingFields
          {...fields}
          renderOwn={(field) => <TimeZoneField {...field} zones={timeZones} />}
        />
      );
    case "bitcoin":
      return (
        <SettingFields {...fields} hidden={lightning === null ? ["lightningBelowCents"] : []} />
      );
    case "legal":
      return (
        <LegalFields
          {...fields}
          facts={legalFactsOf(settings, addresses.kind, offers, deliveryTime)}
        />
      );
    default:
      return <SettingFields {...fields} />;
  }
}

interface PageFactsProps {
  page: string;
  loaded: Loaded;
  answer: SettingsActionData | DeliveryActionData | undefined;
}

/** A page without fields. */
function PageFacts({ page, loaded, answer }: PageFactsProps) {
  switch (page) {
    case "addresses": {
      const message = answer && "group" in answer ? answer.message : undefined;
      return <Addresses {...loaded.addresses} message={message} />;
    }
    case "network":
      return <ChainHosts hosts={loaded.hosts} />;
    case "lightning":
      return <LightningNode lightning={loaded.lightning} />;
    default:
      return <PriceSources {...loaded.price} />;
  }
}
