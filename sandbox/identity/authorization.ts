import { RequestError } from "../errors.ts";

/** The one application that is registered with the providers. */
export const CLIENT = { id: "satchel-sandbox", secret: "sandbox-secret" } as const;

/** An OAuth 2 authorization request. */
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
 * Reads a request that came with the person's browser. Throws RequestError where it is not safe to send
 * the browser back: an unknown client, or an address that does not belong to it.
 */
export function readAuthorization(query: URLSearchParams): AuthorizationRequest {
  const clientId = query.get("client_id") ?? "";
  const redirectUri = query.get("redirect_uri") ?? "";
  if (clientId !== CLIENT.id) {
    throw new RequestError(
      `There is no application with the client_id "${clientId}" (invalid_client).`,
    );
  }
  if (!isOwnAddress(redirectUri)) {
    throw new RequestError(
      `The redirect_uri "${redirectUri}" is not at http://127.0.0.1 or http://localhost, ` +
        "the only hosts the sandbox redirects to (redirect_uri_mismatch).",
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

/** Whether the request has a valid S256 code challenge. */
export function hasChallenge(query: URLSearchParams): boolean {
  const isS256 = query.get("code_challenge_method") === "S256";
  return isS256 && /^[\w-]{43}$/.test(query.get("code_challenge") ?? "");
}

/** Returns the client's redirect URI with the response parameters. */
export function redirectUrl(
  { redirectUri, state }: AuthorizationRequest,
  parameters: Record<string, string>,
): URL {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value);
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
