import { useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import type { ButtonProps } from "./button.tsx";
import { Button } from "./button.tsx";

export interface SubmitButtonProps extends Omit<ButtonProps, "busy" | "type" | "onClick"> {
  /** The value of the form's field `intent`; tells which form of the page is under way. */
  intent: string;
}

/**
 * Sends the form it stands in, once: it is busy until the answer is there. Not for a form whose
 * fields are checked in the browser, which may refuse to be sent.
 */
export function SubmitButton({ intent, ...rest }: SubmitButtonProps) {
  const navigation = useNavigation();
  const { key } = useLocation();
  const sentFrom = useRef<string | null>(null);
  const busy = navigation.state !== "idle" && navigation.formData?.get("intent") === intent;
  return (
    <Button
      {...rest}
      type="submit"
      busy={busy}
      onClick={(event) => {
        // A second press may come before `busy` is on the screen. Each answer has a new location key.
        if (sentFrom.current === key) event.preventDefault();
        sentFrom.current = key;
      }}
    />
  );
}
