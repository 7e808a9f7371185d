import { Refusal } from "../errors.ts";

/** The one application that is registered with the providers. */
export const CLIENT = { id: "satchel-sandbox", secret: "sandbox-secret" } as const;

/** What a client asks a person for. */
export type AuthorizationRequest = {
  clientId: string;
  redirectUri: string;
  state: string | undefined;
  scope: string[];
  /** PKCE, always by S256. */
  challenge: string | undefined;
  nonce: string | undefined;
};

/**
 * Reads a request that came with the person's browser. Throws Refusal where it is not safe to send
 * the browser back: an unknown client, or an address that does not belong to it.
 */
export function readAuthorization(query: URLSearchParams): AuthorizationRequest {
  const clientId = query.get("client_id") ?? "";
  const redirectUri = query.get("redirect_uri") ?? "";
  if (clientId !== CLIENT.id) {
    throw new Refusal(`There is no application with the client_id "${clientId}" (invalid_client).`);
  }
  if (!isOwnAddress(redirectUri)) {
    throw new Refusal(
      `The redirect_uri "${redirectUri}" is not at http://127.0.0.1 or http://localhost, ` +
        "the only places the sandbox sends people back to (redirect_uri_mismatch).",
    );
  }
  return {
    clientId,
    redirectUri,
    state: query.get("state") ?? undefined,
    scope: (query.get("scope") ?? "").split(/[\s,]+/).filter(Boolean),
    challenge: query.get("code_challenge") ?? undefined,
    nonce: query.get("nonce") ?? undefined,
  };
}

/** Whether the request has a challenge that a verifier can be held against. */
export function hasChallenge(query: URLSearchParams): boolean {
  const isS256 = query.get("code_challenge_method") === "S256";
  return isS256 && /^[\w-]{43}$/.test(query.get("code_challenge") ?? "");
}

/** Where the browser goes next: the client's address with the answer added to it. */
export function answerUrl(
  { redirectUri, state }: AuthorizationRequest,
  answer: Record<string, string>,
): URL {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.append(name, value);
  if (state !== undefined) url.searchParams.append("state", state);
  return url;
}

function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, hash, username, password } = new URL(address);
  const isLocal = hostname === "127.0.0.1" || hostname === "localhost";
  const isPlain = hash === "" && username === "" && password === "";
  return isLocal && isPlain && (protocol === "http:" || protocol === "https:");
}
