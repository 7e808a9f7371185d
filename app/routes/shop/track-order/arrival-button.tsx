import { useState, useSyncExternalStore } from "react";
import { useSubmit } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { canPush } from "#app/can-push.ts";
import { t } from "#messages/translate.ts";

const problems = { denied: "order.notifyDenied", failed: "order.notifyFailed" } as const;

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
        {t("order.notifyMe")}
      </Button>
      {(state === "denied" || state === "failed") && <p role="alert">{t(problems[state])}</p>}
    </>
  );
}
