// Signs in with a passkey: offers them while the email field is filled in, and when the button is pressed. A module of its
// own, because the sign-in pages load React only when they are used. It works before and after that.

/** The form whose passkeys are being offered, and what ends that. */
let offered = null;
let waiting = new AbortController();

/** @param {string} text base64url */
const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

/** @param {ArrayBuffer} bytes */
const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/**
 * Has a passkey sign a challenge of the shop, and sends the form with it.
 * @param {HTMLFormElement} form
 * @param {"conditional" | undefined} mediation
 */
async function signIn(form, mediation) {
  // A browser runs one request at a time.
  waiting.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  const response = await fetch("/passkey-challenge", {
    method: "POST",
    body: new URLSearchParams({ purpose: form.dataset.passkey ?? "" }),
    signal,
  });
  if (!response.ok) throw new Error(`no challenge: ${response.status}`);
  const { challenge, allowCredentials = [], ...options } = await response.json();
  const publicKey = {
    ...options,
    challenge: toBytes(challenge),
    allowCredentials: allowCredentials.map((one) => ({ ...one, id: toBytes(one.id) })),
  };
  const {
    id,
    rawId,
    type,
    response: signed,
  } = await navigator.credentials.get({
    publicKey,
    mediation,
    signal,
  });
  // Not its own `toJSON`, which extensions of password managers break.
  form.elements.namedItem("signed").value = JSON.stringify({
    id,
    rawId: toText(rawId),
    type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: toText(signed.clientDataJSON),
      authenticatorData: toText(signed.authenticatorData),
      signature: toText(signed.signature),
      userHandle: signed.userHandle ? toText(signed.userHandle) : undefined,
    },
  });
  form.submit();
}

/** @param {HTMLFormElement} form */
async function offer(form) {
  if (!document.querySelector('input[autocomplete~="webauthn"]')) return;
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  // It ends when the button is pressed, the page is left or the challenge expires: the password still signs in.
  await signIn(form, "conditional").catch(() => undefined);
}

/** Offers passkeys on this page, once for each form. */
export function start() {
  const form = document.querySelector("form[data-passkey]");
  if (!(form instanceof HTMLFormElement) || form === offered) return;
  offered = form;
  const button = form.querySelector("button");
  const failure = form.querySelector("[role=alert]");
  button?.addEventListener("click", () => {
    button.setAttribute("aria-busy", "true");
    failure?.setAttribute("hidden", "");
    signIn(form).catch(() => {
      button.removeAttribute("aria-busy");
      failure?.removeAttribute("hidden");
      void offer(form);
    });
  });
  void offer(form);
}

/** Offers none any more, when the page is left. */
export function stop() {
  offered = null;
  waiting.abort();
}
