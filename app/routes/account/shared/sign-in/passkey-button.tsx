import { useEffect } from "react";
// oxlint-disable-next-line import/default -- Vite makes its address the default export.
import scriptUrl from "#app/passkey-sign-in.ts?worker&url";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { currentCatalog } from "#messages/current";
import { pathIn } from "#messages/languages.ts";
import { t } from "#messages/translate.ts";

export interface PasskeyButtonProps {
  /** The route that takes the signed challenge, with its search parameters. */
  action: string;
  purpose: "sign-in" | "second-step";
  next: string;
  label: string;
}

/**
 * The form that signs in with a passkey. It belongs to `passkey-sign-in.ts`, which the root loads with the document
 * (`passkeys` in the route's handle), and is shown by browsers that have passkeys.
 */
export function PasskeyButton({ action, purpose, next, label }: PasskeyButtonProps) {
  useEffect(() => {
    document.documentElement.toggleAttribute("data-passkeys", "PublicKeyCredential" in window);
    // The router may have opened this page without a document, which would have loaded the script.
    void import(/* @vite-ignore */ scriptUrl).then(() =>
      window.dispatchEvent(new Event("passkeys-shown")),
    );
    return () => void window.dispatchEvent(new Event("passkeys-left"));
  }, []);
  const { language } = currentCatalog();
  return (
    <form
      method="post"
      action={pathIn(language, action)}
      className="passkey"
      data-passkey={purpose}
    >
      <input type="hidden" name="intent" value="passkey" />
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="signed" defaultValue="" />
      <Button variant={purpose === "sign-in" ? "secondary" : "primary"} block>
        <Icon name="key" />
        {label}
      </Button>
      <div role="alert" hidden>
        <Notice tone="rejected">{t("signIn.passkeyUnused")}</Notice>
      </div>
    </form>
  );
}
