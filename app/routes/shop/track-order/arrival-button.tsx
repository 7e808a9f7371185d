import { useState, useSyncExternalStore } from "react";
import { useSubmit } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { canPush } from "#app/can-push.ts";

const problems = {
  denied: "Your browser blocks notifications from this site.",
  failed: "Your browser could not be set up for this.",
};

/** Has this device told when the coins have arrived. The script that does so is loaded by the press. */
export function ArrivalButton({ orderId, pushKey }: { orderId: string; pushKey: string }) {
  const submit = useSubmit();
  const [state, setState] = useState<"idle" | "busy" | keyof typeof problems>("idle");
  const supported = useSyncExternalStore(
    () => () => undefined,
    canPush,
    () => false,
  );
  if (!supported) return null;
  const add = async () => {
    setState("busy");
    const { subscribe } = await import("#app/push.ts");
    const subscription = await subscribe(pushKey);
    if (typeof subscription === "string") return setState(subscription);
    await submit({ intent: "push", orderId, ...subscription }, { method: "post" });
    setState("idle");
  };
  return (
    <>
      <Button busy={state === "busy"} onClick={() => void add()}>
        <Icon name="bell" />
        Tell me when my coins arrive
      </Button>
      {(state === "denied" || state === "failed") && <p role="alert">{problems[state]}</p>}
    </>
  );
}
