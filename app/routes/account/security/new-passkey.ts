import { type RefObject, useEffect, useState } from "react";
import { useSubmit } from "react-router";
import { t } from "#messages/translate.ts";

/** `PublicKeyCredentialCreationOptionsJSON`, as far as it holds bytes. */
export type NewPasskeyOptions = PublicKeyCredentialCreationOptionsJSON;

/**
 * Has the browser make a passkey for these options, and sends the form with it, once for each options. Returns why none
 * was made; null for no failure.
 */
export function useNewPasskey(
  options: NewPasskeyOptions | undefined,
  form: RefObject<HTMLFormElement | null>,
): string | null {
  const [failed, setFailed] = useState<{ options: NewPasskeyOptions; text: string } | null>(null);
  const submit = useSubmit();
  useEffect(() => {
    if (!options) return;
    const leaving = new AbortController();
    const make = async () => {
      try {
        const made = await makePasskey(options, leaving.signal);
        const field = form.current?.elements.namedItem("made");
        if (leaving.signal.aborted || !(field instanceof HTMLInputElement)) return;
        field.value = made;
        await submit(form.current);
      } catch (error) {
        if (!leaving.signal.aborted) setFailed({ options, text: failureText(error) });
      }
    };
    void make();
    return () => leaving.abort();
  }, [options, form, submit]);
  return failed && failed.options === options ? failed.text : null;
}

function failureText(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return t("account.passkeyOnDevice");
  if (!("PublicKeyCredential" in window)) return t("account.passkeysMissing");
  return t("account.passkeyNotAdded");
}

/** Makes a passkey; returns it as JSON. */
async function makePasskey(
  { challenge, user, excludeCredentials = [], ...options }: NewPasskeyOptions,
  signal: AbortSignal,
): Promise<string> {
  const credential = await navigator.credentials.create({
    signal,
    publicKey: {
      ...(options as Omit<
        PublicKeyCredentialCreationOptions,
        "challenge" | "user" | "excludeCredentials"
      >),
      challenge: toBytes(challenge),
      user: { ...user, id: toBytes(user.id) },
      excludeCredentials: excludeCredentials.map(({ id }) => ({
        type: "public-key",
        id: toBytes(id),
      })),
    },
  });
  const { id, rawId, type, response } = credential as PublicKeyCredential;
  const made = response as AuthenticatorAttestationResponse;
  // Not its own `toJSON`, which extensions of password managers break.
  return JSON.stringify({
    id,
    rawId: toText(rawId),
    type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: toText(made.clientDataJSON),
      attestationObject: toText(made.attestationObject),
      transports: made.getTransports(),
    },
  });
}

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (one) => one.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
