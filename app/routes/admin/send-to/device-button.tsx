import { useState, useSyncExternalStore } from "react";
import { href, useSubmit } from "react-router";
import { canPush } from "#app/can-push.ts";
import { subscribe } from "#app/push.ts";
import { Button } from "#app/ui/button.tsx";

const problems = {
  denied: "This browser blocks notifications: allow them for this site in its settings.",
  failed: "The browser’s push service does not answer. Try again later.",
};

/** Adds this device to the ones that get notifications; says why where that is not possible. */
export function DeviceButton({ pushKey }: { pushKey: string }) {
  const submit = useSubmit();
  const [state, setState] = useState<"idle" | "busy" | keyof typeof problems>("idle");
  const supported = useSyncExternalStore(
    () => () => undefined,
    canPush,
    () => null,
  );
  const add = async () => {
    setState("busy");
    const subscription = await subscribe(pushKey);
    if (typeof subscription === "string") return setState(subscription);
    setState("idle");
    await submit(
      { intent: "device", ...subscription },
      { method: "post", action: href("/admin/send-to"), preventScrollReset: true },
    );
  };
  if (supported === null) return null;
  if (!supported)
    return (
      <p className="muted">
        This browser cannot receive notifications. On an iPhone, add the back office to the home
        screen first.
      </p>
    );
  return (
    <>
      <Button busy={state === "busy"} onClick={() => void add()}>
        Send to this device
      </Button>
      {(state === "denied" || state === "failed") && <p role="alert">{problems[state]}</p>}
    </>
  );
}
