import { useState } from "react";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/route";
import { LeaveDialog } from "../shared/leave-dialog.tsx";
import { Addresses } from "./addresses.tsx";
import { ChainHosts } from "./chain-hosts.tsx";
import { type DeliveryActionData, DeliveryAdapter } from "./delivery-adapter.tsx";
import { DesktopSwitch } from "./desktop-switch.tsx";
import { LegalFields } from "./legal-fields.tsx";
import { LightningNode } from "./lightning-node.tsx";
import { PaymentFields } from "./payment-fields.tsx";
import { PriceSources } from "./price-sources.tsx";
import { SettingFields, type SettingFormValues, settingTexts } from "./setting-fields.tsx";
import { SettingSection, type SettingsActionData } from "./setting-section.tsx";
import { SettingsIndex, useFieldOfUrl } from "./settings-index.tsx";
import type { FormGroup, SettingsPage } from "./settings-pages.ts";
import { TextLanguages } from "./text-languages.tsx";
import { TimeZoneField } from "./time-zone-field.tsx";

type Loaded = Route.ComponentProps["loaderData"];

interface OnePageProps {
  page: SettingsPage;
  loaded: Loaded;
  answer: SettingsActionData | DeliveryActionData | undefined;
}

/** The settings of one subject, beside the index of all. */
export function OnePage({ page, loaded, answer }: OnePageProps) {
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
          {page.name === "languages" && <TextLanguages />}
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

const NO_FACTOR =
  "Everyone who works here must set one up before the back office opens to them. You have neither; you'll be asked right away.";

function FieldsOf(form: SettingFormValues & { group: FormGroup; loaded: Loaded }) {
  const { loaded, ...fields } = form;
  const { offers, hosted, timeZones, lightning } = loaded;
  switch (form.group) {
    case "notification":
      return <SettingFields {...fields} renderOwn={(field) => <DesktopSwitch {...field} />} />;
    case "payment":
      return <PaymentFields {...fields} offers={offers} hosted={hosted} />;
    case "security":
      return (
        <SettingFields
          {...fields}
          hints={{
            ...(!loaded.ownTwoFactor && { twoFactorAuth: NO_TWO_FACTOR }),
            ...(!loaded.ownTwoFactor && !loaded.ownPasskey && { teamSecondFactor: NO_FACTOR }),
          }}
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
      return <LegalFields {...fields} defaults={loaded.legal} />;
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
