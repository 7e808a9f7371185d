import {
  data,
  href,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useActionData,
} from "react-router";
import { actorOf } from "#app/actor.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { requireAdmin } from "#app/session.server.ts";
import { offersOf } from "#shop/methods/methods.ts";
import { textOf, versionOf } from "#lib/form.ts";
import { saveSettings, type SettingsRefusal } from "#shop/office/settings-changes.server.ts";
import { firstAddresses } from "#shop/payments/wallet/first-addresses.ts";
import { readSettingsForm } from "#shop/settings/setting-forms.ts";
import { type SettingGroup, settingGroups } from "#shop/settings/settings.ts";
import { readForms } from "#shop/settings/settings.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "../shared/admin-title.ts";
import type { SettingsAnswer } from "./settings-form.ts";
import { SettingsView } from "./settings-view.tsx";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Settings", matches);

export async function loader(args: Route.LoaderArgs) {
  const { account } = requireAdmin(args);
  const { db, office, addresses, prices, providers } = args.context.get(servicesContext);
  const hosted = providers.map(({ method }) => method);
  const now = new Date();
  const [{ settings, versions }, unpaidRun] = await Promise.all([
    readForms(db),
    office.unpaidRun(),
  ]);
  const zones = new Set(["UTC", settings.timeZone, ...Intl.supportedValuesOf("timeZone")]);
  return {
    settings,
    offers: offersOf(settings, hosted),
    hosted,
    versions,
    timeZones: [...zones],
    addresses: {
      kind: addresses.kind,
      first: firstAddresses(addresses),
      unpaidRun,
    },
    price: { rateCents: prices.current(now)?.rateCents ?? null, sources: prices.sources(now) },
    ownTwoFactor: account.twoFactorEnabled,
  };
}

/** Also after a refusal: what was changed meanwhile is what has to be seen now. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.defaultShouldRevalidate || args.actionStatus === 409 || args.actionStatus === 404;
}

export async function action(args: Route.ActionArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const group = groupOf(textOf(form, "intent"));
  if (!group) throw data(null, { status: 400 });
  const typed = Object.fromEntries(settingGroups[group].map((name) => [name, textOf(form, name)]));
  const answer: SettingsAnswer = { group, typed };

  const read = readSettingsForm(group, Object.fromEntries(form));
  if (!read.ok) return data<SettingsAnswer>({ ...answer, errors: read.error }, { status: 400 });
  const saved = await saveSettings(db, {
    group,
    values: read.value,
    version: versionOf(form),
    actor: actorOf(args.context),
    now: new Date(),
  });
  if (!saved.ok) return refuse(saved.error, answer);
  return redirect(withNotice(href("/admin/settings"), `${group}-saved`));
}

function groupOf(text: string): SettingGroup | null {
  return Object.hasOwn(settingGroups, text) ? (text as SettingGroup) : null;
}

function refuse(refusal: SettingsRefusal, answer: SettingsAnswer) {
  switch (refusal) {
    case "forbidden":
      throw redirect("/");
    case "unknown-time-zone":
      return data<SettingsAnswer>(
        { ...answer, errors: { timeZone: "The database does not know this time zone" } },
        { status: 400 },
      );
    case "stale":
      return data<SettingsAnswer>(
        {
          ...answer,
          message:
            "Somebody changed these settings meanwhile. Reload the page to see them, or save again to put yours in their place.",
        },
        { status: 409 },
      );
  }
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const answer = useActionData<SettingsAnswer>();
  return <SettingsView {...loaderData} answer={answer} />;
}
