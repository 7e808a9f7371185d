import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { type RefObject, useEffect, useState } from "react";
import { useSubmit } from "react-router";
import { t } from "#messages/translate.ts";

/**
 * Has the browser make a passkey for these options, and sends the form with it, once for each options. Returns why none
 * was made; null for no failure.
 */
export function useNewPasskey(
  options: PublicKeyCredentialCreationOptionsJSON | undefined,
  form: RefObject<HTMLFormElement | null>,
): string | null {
  const [failed, setFailed] = useState<{
    options: PublicKeyCredentialCreationOptionsJSON;
    text: string;
  } | null>(null);
  const submit = useSubmit();
  useEffect(() => {
    if (!options) return;
    let hasLeft = false;
    const make = async () => {
      try {
        const made = await startRegistration({ optionsJSON: options });
        const field = form.current?.elements.namedItem("made");
        if (hasLeft || !(field instanceof HTMLInputElement)) return;
        field.value = JSON.stringify(made);
        await submit(form.current);
      } catch (error) {
        if (!hasLeft) setFailed({ options, text: failureText(error) });
      }
    };
    void make();
    return () => {
      hasLeft = true;
      WebAuthnAbortService.cancelCeremony();
    };
  }, [options, form, submit]);
  return failed && failed.options === options ? failed.text : null;
}

function failureText(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return t("account.passkeyOnDevice");
  if (!browserSupportsWebAuthn()) return t("account.passkeysMissing");
  return t("account.passkeyNotAdded");
}
