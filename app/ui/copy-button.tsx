import type { ReactNode } from "react";
import { t } from "#messages/translate.ts";
import { type ButtonLook, Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { notify } from "./toaster.tsx";

/** Copies by selecting a hidden textarea: browsers offer `navigator.clipboard` in secure contexts only. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "sr";
  document.body.append(area);
  area.select();
  try {
    // Deprecated, but the only way without navigator.clipboard.
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

/** Copies a text to the clipboard, and shows a toast. */
export async function copyWithToast(text: string, toastMessage: string): Promise<void> {
  if (await copy(text)) notify.success(toastMessage);
  else notify.error(t("ui.copyFailed"), { description: t("ui.copyByHand") });
}

export interface CopyButtonProps extends ButtonLook {
  text: string;
  /** The toast on success. */
  toastMessage: string;
  /** Required without children. */
  "aria-label"?: string;
  className?: string;
  children?: ReactNode;
}

/** Copies a text to the clipboard and shows a toast; an icon button without children. */
export function CopyButton({ text, toastMessage, children, className, ...look }: CopyButtonProps) {
  return (
    <Button
      {...look}
      iconOnly={!children}
      className={className ? `needs-script ${className}` : "needs-script"}
      onClick={() => void copyWithToast(text, toastMessage)}
    >
      <Icon name="copy" />
      {children}
    </Button>
  );
}
