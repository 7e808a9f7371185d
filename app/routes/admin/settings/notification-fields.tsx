import { useState, useSyncExternalStore } from "react";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { notificationState } from "../notifications/use-desktop-notifications.ts";
import type { SettingFields } from "./setting-section.tsx";

type State = ReturnType<typeof notificationState> | "unknown";

const inThisBrowser: Record<State, string> = {
  granted: " This browser shows them.",
  denied: " This browser blocks them: allow notifications for this site in its settings.",
  default: "",
  unavailable: " This browser cannot show them: the back office must be opened over HTTPS.",
  unknown: "",
};

/**
 * Switches desktop notifications on for all administrators, and requests permission in this browser. Other
 * administrators grant it in theirs by the button.
 */
function DesktopSwitch({ defaultChecked }: { defaultChecked: boolean }) {
  const [on, setOn] = useState(defaultChecked);
  const [requested, setRequested] = useState<State | null>(null);
  const found = useSyncExternalStore<State>(
    () => () => undefined,
    notificationState,
    () => "unknown",
  );
  const state = requested ?? found;
  const requestPermission = async () => setRequested(await Notification.requestPermission());

  return (
    <>
      <Switch
        name="desktopNotifications"
        label="Desktop notifications"
        hint={`New orders and payments, while the back office is open.${on ? inThisBrowser[state] : ""}`}
        defaultChecked={defaultChecked}
        onChange={(event) => {
          setOn(event.currentTarget.checked);
          if (event.currentTarget.checked && state === "default") void requestPermission();
        }}
      />
      {on && state === "default" && (
        <div className="setting-form__fact">
          <Button
            type="button"
            size="sm"
            variant="secondary"
            onClick={() => void requestPermission()}
          >
            Allow in this browser
          </Button>
        </div>
      )}
    </>
  );
}

/** The mails that customers get. */
export function EmailFields({ texts, errors }: SettingFields) {
  return (
    <>
      <Switch
        name="orderConfirmation"
        label="Order confirmation"
        hint="When an order is placed and when its payment changes"
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
        hint="News about packages and prices, to subscribers only. While this is off, no newsletter can be sent."
        defaultChecked={texts.marketingEmails === "on"}
      />
      <div className="setting-form__fields setting-form__fields--line">
        <Field
          label="Newsletter emails per minute"
          name="newslettersPerMinute"
          hint="At most. Emails about orders always go first; your provider may have its own limit."
          defaultValue={texts.newslettersPerMinute}
          error={errors.newslettersPerMinute}
          inputMode="numeric"
        />
      </div>
    </>
  );
}

/** The mails and notifications that administrators get. */
export function NotificationFields({ texts }: SettingFields) {
  return (
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
        hint="When a payment is confirmed, and when it is too small, too large, too late or reversed"
        defaultChecked={texts.paymentConfirmations === "on"}
      />
      <Switch
        name="systemAlerts"
        label="System alerts"
        hint="When prices, the Bitcoin network or background jobs keep failing, backups are missing, the disk is almost full, or the delivery adapter delivered a rejected order"
        defaultChecked={texts.systemAlerts === "on"}
      />
      <Switch
        name="dailySummary"
        label="Daily summary"
        hint="Each morning at 7 in the shop's time zone: yesterday's figures and what is waiting"
        defaultChecked={texts.dailySummary === "on"}
      />
      <DesktopSwitch defaultChecked={texts.desktopNotifications === "on"} />
    </>
  );
}
