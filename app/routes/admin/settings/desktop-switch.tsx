import { useState, useSyncExternalStore } from "react";
import { Button } from "#app/ui/button.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { notificationState } from "../notifications/use-desktop-notifications.ts";
import type { OwnFieldProps } from "./setting-fields.tsx";

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
export function DesktopSwitch({ name, label, hint, defaultValue }: OwnFieldProps) {
  const [on, setOn] = useState(defaultValue === "on");
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
        name={name}
        label={label}
        hint={`${hint}${on ? inThisBrowser[state] : ""}`}
        defaultChecked={defaultValue === "on"}
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
