import { useState, useSyncExternalStore } from "react";
import { Button } from "#app/ui/button.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { notificationState } from "../notifications/notification-state.ts";

type State = ReturnType<typeof notificationState> | "unknown";

const inThisBrowser: Record<State, string> = {
  granted: " This browser shows them.",
  denied: " This browser blocks them: allow notifications for this site in its settings.",
  default: "",
  unavailable: " This browser cannot show them; the back office has to be open by HTTPS.",
  unknown: "",
};

/**
 * Notifications for administrators who have the back office open. Switched on, it asks this browser for leave;
 * the browsers of other administrators are asked when these press the button.
 */
export function DesktopSwitch({ defaultChecked }: { defaultChecked: boolean }) {
  const [on, setOn] = useState(defaultChecked);
  const [asked, setAsked] = useState<State | null>(null);
  const found = useSyncExternalStore<State>(
    () => () => undefined,
    notificationState,
    () => "unknown",
  );
  const state = asked ?? found;
  const ask = async () => setAsked(await Notification.requestPermission());

  return (
    <>
      <Switch
        name="desktopNotifications"
        label="Desktop notifications"
        hint={`New orders and payments, while the back office is open.${on ? inThisBrowser[state] : ""}`}
        defaultChecked={defaultChecked}
        onChange={(event) => {
          setOn(event.currentTarget.checked);
          if (event.currentTarget.checked && state === "default") void ask();
        }}
      />
      {on && state === "default" && (
        <div className="setting-form__fact">
          <Button type="button" size="sm" variant="secondary" onClick={() => void ask()}>
            Allow in this browser
          </Button>
        </div>
      )}
    </>
  );
}
