import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";

// Signs in with a passkey: offers them while the email field is filled in, and when the button is pressed. A script of its
// own, because the sign-in pages load React only when they are used. It works before and after that.

/** The form whose passkeys are being offered. */
let offered: HTMLFormElement | null = null;
let waiting = new AbortController();

/** Ends the request that waits for a challenge or for the user. */
function cancel(): void {
  waiting.abort();
  WebAuthnAbortService.cancelCeremony();
}

/** Has a passkey sign a challenge of the shop, and sends the form with it. */
async function signIn(form: HTMLFormElement, useBrowserAutofill: boolean): Promise<void> {
  // A browser runs one request at a time.
  cancel();
  waiting = new AbortController();
  const response = await fetch("/passkey-challenge", {
    method: "POST",
    body: new URLSearchParams({ purpose: form.dataset.passkey ?? "" }),
    signal: waiting.signal,
  });
  if (!response.ok) throw new Error(`no challenge: ${response.status}`);
  const optionsJSON = (await response.json()) as PublicKeyCredentialRequestOptionsJSON;
  const signed = await startAuthentication({ optionsJSON, useBrowserAutofill });
  const field = form.elements.namedItem("signed");
  if (field instanceof HTMLInputElement) field.value = JSON.stringify(signed);
  form.submit();
}

/** Offers passkeys by autofill until the button is pressed, the page is left or the challenge expires. */
async function offer(form: HTMLFormElement): Promise<void> {
  if (!document.querySelector('input[autocomplete~="webauthn"]')) return;
  if (!(await browserSupportsWebAuthnAutofill())) return;
  // The password still signs in.
  await signIn(form, true).catch(() => undefined);
}

/** Offers passkeys on this page, once for each form. */
function start(): void {
  const form = document.querySelector("form[data-passkey]");
  if (!(form instanceof HTMLFormElement) || form === offered) return;
  offered = form;
  const button = form.querySelector("button");
  const failure = form.querySelector("[role=alert]");
  button?.addEventListener("click", () => {
    button.setAttribute("aria-busy", "true");
    failure?.setAttribute("hidden", "");
    signIn(form, false).catch(() => {
      button.removeAttribute("aria-busy");
      failure?.removeAttribute("hidden");
      void offer(form);
    });
  });
  void offer(form);
}

function stop(): void {
  offered = null;
  cancel();
}

start();
// `PasskeyButton` dispatches them when the router opens and leaves a page.
window.addEventListener("passkeys-shown", start);
window.addEventListener("passkeys-left", stop);
