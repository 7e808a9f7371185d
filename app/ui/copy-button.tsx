import type { ReactNode } from "react";
import { type ButtonLook, Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { notify } from "./toaster.tsx";

/** For pages without a secure context, where browsers offer no clipboard. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "sr";
  document.body.append(area);
  area.select();
  try {
    // Deprecated, and still the only way without navigator.clipboard.
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

export interface CopyButtonProps extends ButtonLook {
  text: string;
  /** Said when the text is in the clipboard. */
  toastMessage: string;
  /** The name of a button without children. */
  "aria-label"?: string;
  className?: string;
  children?: ReactNode;
}

/** Copies a text and says so; without children it is an icon and needs an `aria-label`. */
export function CopyButton({ text, toastMessage, children, className, ...look }: CopyButtonProps) {
  const onClick = async () => {
    if (await copy(text)) notify.success(toastMessage);
    else
      notify.error("Copying did not work", { description: "Select the text and copy it by hand." });
  };
  return (
    <Button
      {...look}
      iconOnly={!children}
      className={className ? `needs-script ${className}` : "needs-script"}
      onClick={() => void onClick()}
    >
      <Icon name="copy" />
      {children}
    </Button>
  );
}
