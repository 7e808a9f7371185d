import { useCallback, useState } from "react";
import { Field } from "#app/ui/field.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { legalFactsOf } from "#app/routes/shop/legal/legal-facts.ts";
import type { SettingGroup, Settings } from "#shop/settings/settings.ts";
import type { Offer } from "#shop/methods/offer.ts";
import { Addresses, type AddressesProps } from "./addresses.tsx";
import { BitcoinFields } from "./bitcoin-fields.tsx";
import { DesktopSwitch } from "./desktop-switch.tsx";
import { InvoiceFields } from "./invoice-fields.tsx";
import { LegalFields } from "./legal-fields.tsx";
import { LeaveDialog } from "../shared/leave-dialog.tsx";
import { PaymentFields } from "./payment-fields.tsx";
import { PriceSources, type PriceSourcesProps } from "./price-sources.tsx";
import { SecurityFields } from "./security-fields.tsx";
import { SettingSection } from "./setting-section.tsx";
import { settingTexts, type SettingsAnswer } from "./settings-form.ts";
import { ShopFields } from "./shop-fields.tsx";
import "./settings.css";

export interface SettingsViewProps {
  settings: Settings;
  versions: Record<SettingGroup, number>;
  timeZones: readonly string[];
  addresses: AddressesProps;
  /** What checkout offers at this moment. */
  offers: readonly Offer[];
  /** Services that are set up in the configuration. */
  hosted: readonly string[];
  price: PriceSourcesProps;
  /** Whether the administrator who looks at it has set up two-factor authentication. */
  ownTwoFactor: boolean;
  answer: SettingsAnswer | undefined;
}

/** Everything the owner can choose, one form a subject. */
export function SettingsView(props: SettingsViewProps) {
  const { settings, offers, hosted, versions, timeZones, addresses, price, ownTwoFactor, answer } =
    props;
  const [unsaved, setUnsaved] = useState<ReadonlySet<SettingGroup>>(new Set());
  const onUnsaved = useCallback((group: SettingGroup, isUnsaved: boolean) => {
    setUnsaved((groups) => {
      const others = new Set([...groups].filter((each) => each !== group));
      return isUnsaved ? others.add(group) : others;
    });
  }, []);
  const section = (group: SettingGroup) => ({
    group,
    texts: settingTexts(settings),
    version: versions[group],
    answer,
    onUnsaved,
  });

  return (
    <>
      <PageHead title="Settings" />
      <LeaveDialog unsaved={unsaved.size > 0} />
      <SettingSection
        {...section("email")}
        title="Email Notifications"
        about="What customers receive."
      >
        {({ texts, errors }) => (
          <>
            <Switch
              name="orderConfirmation"
              label="Order confirmation"
              hint="When an order is placed, and what becomes of its payment"
              defaultChecked={texts.orderConfirmation === "on"}
            />
            <Switch
              name="orderCompleted"
              label="Order completed"
              hint="When the coins are in the account"
              defaultChecked={texts.orderCompleted === "on"}
            />
            <Switch
              name="orderFailed"
              label="Order failed"
              hint="When an order is rejected, or money is sent back"
              defaultChecked={texts.orderFailed === "on"}
            />
            <Switch
              name="marketingEmails"
              label="Marketing emails"
              hint="Package and price news, to subscribers only. While it is off, no newsletter can be sent."
              defaultChecked={texts.marketingEmails === "on"}
            />
            <div className="setting-form__fields setting-form__fields--line">
              <Field
                label="Newsletter mails per minute"
                name="newslettersPerMinute"
                hint="At the most. Mail about orders always goes first; your mail provider may have a limit of its own."
                defaultValue={texts.newslettersPerMinute}
                error={errors.newslettersPerMinute}
                inputMode="numeric"
              />
            </div>
          </>
        )}
      </SettingSection>
      <SettingSection
        {...section("notification")}
        title="Admin Notifications"
        about="What you and the other administrators are told."
      >
        {({ texts }) => (
          <>
            <Switch
              name="newOrders"
              label="New orders"
              hint="Each time an order is placed"
              defaultChecked={texts.newOrders === "on"}
            />
            <Switch
              name="paymentConfirmations"
              label="Payment confirmations"
              hint="When a payment is confirmed, and when it is too small, too large, too late or taken back"
              defaultChecked={texts.paymentConfirmations === "on"}
            />
            <Switch
              name="systemAlerts"
              label="System alerts"
              hint="When no price, no news of the Bitcoin network, or the shop's own work has been missing for minutes"
              defaultChecked={texts.systemAlerts === "on"}
            />
            <Switch
              name="dailySummary"
              label="Daily summary"
              hint="Each morning at 7 in the shop's time zone: the day before in figures, and what waits"
              defaultChecked={texts.dailySummary === "on"}
            />
            <DesktopSwitch defaultChecked={texts.desktopNotifications === "on"} />
          </>
        )}
      </SettingSection>
      <SettingSection
        {...section("payment")}
        title="Payment Settings"
        about="Methods offered at checkout and where the money goes."
      >
        {(fields) => <PaymentFields {...fields} offers={offers} hosted={hosted} />}
      </SettingSection>
      <SettingSection
        {...section("security")}
        title="Security Settings"
        about="Two-factor authentication is about administrators; the times are about every account."
      >
        {(fields) => <SecurityFields {...fields} ownTwoFactor={ownTwoFactor} />}
      </SettingSection>
      <SettingSection {...section("shop")} title="Shop" about="How customers know and reach you.">
        {(fields) => <ShopFields {...fields} timeZones={timeZones} />}
      </SettingSection>
      <SettingSection
        {...section("invoice")}
        title="Invoices"
        about="What invoices name beside the shop and its support email. What is empty is not printed. An invoice keeps what was saved when its order was paid."
      >
        {(fields) => <InvoiceFields {...fields} />}
      </SettingSection>
      <SettingSection
        {...section("legal")}
        title="Legal pages"
        about="What the pages at the foot of the shop say. The default texts tell what the shop does; they follow later versions until you change them. Have somebody who knows the law where you sell read them."
      >
        {(fields) => (
          <LegalFields {...fields} facts={legalFactsOf(settings, addresses.kind, offers)} />
        )}
      </SettingSection>
      <SettingSection
        {...section("bitcoin")}
        title="Bitcoin"
        about="When a payment counts. Changes hold for amounts that are asked for from then on; those already shown to a buyer keep what they were shown with."
      >
        {(fields) => <BitcoinFields {...fields} />}
      </SettingSection>
      <Addresses {...addresses} />
      <PriceSources {...price} />
    </>
  );
}
