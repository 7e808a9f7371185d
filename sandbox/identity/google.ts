import { Hono } from "hono";
import type { Context } from "hono";
import { CLIENT, hasChallenge } from "./authorization.ts";
import { dialogRoutes } from "./dialog.ts";
import { Grants } from "./grants.ts";
import type { CodeProblem, Grant } from "./grants.ts";
import { accountId } from "./people.ts";
import type { People } from "./people.ts";
import { SigningKey } from "./signing-key.ts";
import { mount } from "../http/mount.ts";

const TOKEN_SECONDS = 3600;
const CODE_PROBLEMS: Record<CodeProblem, string> = {
  unknown: "The code was not issued to this client",
  used: "The code has been used before",
  expired: "The code has expired",
  redirect: "The redirect_uri does not match the authorization request",
  verifier: "The code_verifier does not fit the code_challenge",
};

/** Google by OpenID Connect, to be mounted at its issuer: everything follows from discovery. */
export function googleRoutes(people: People, now: () => number): Hono {
  const app = new Hono({ strict: false });
  const grants = new Grants(now, TOKEN_SECONDS);
  const key = new SigningKey();

  // https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
  app.get("/.well-known/openid-configuration", (c) => {
    const issuer = issuerOf(c);
    return c.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      scopes_supported: ["openid", "email", "profile"],
      claims_supported: ["aud", "email", "email_verified", "exp", "iat", "iss", "name", "sub"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
    });
  });

  app.get("/jwks", async (c) => c.json(await key.jwks()));

  const problem = (query: URLSearchParams) => {
    if (query.get("response_type") !== "code") return oauthError("unsupported_response_type");
    if (!(query.get("scope") ?? "").split(" ").includes("openid")) {
      return oauthError("invalid_scope", "The scope must include openid");
    }
    if (hasChallenge(query)) return undefined;
    return oauthError("invalid_request", "A code_challenge by the method S256 is required");
  };
  const denied = oauthError("access_denied");
  const dialog = { provider: "google", people, grants, problem, denied, fragment: "" } as const;
  mount(app, "/", dialogRoutes("/authorize", dialog));

  app.post("/token", async (c) => {
    c.header("cache-control", "no-store");
    const form = new URLSearchParams(await c.req.text());
    const client = readClient(c, form);
    if (client?.id !== CLIENT.id || client.secret !== CLIENT.secret) {
      c.header("www-authenticate", 'Basic realm="sandbox"');
      return c.json(oauthError("invalid_client", "Unknown client, or not its secret"), 401);
    }
    if (form.get("grant_type") !== "authorization_code") {
      return c.json(oauthError("unsupported_grant_type"), 400);
    }
    const code = form.get("code");
    const redirectUri = form.get("redirect_uri");
    if (code === null || redirectUri === null) {
      return c.json(oauthError("invalid_request", "code and redirect_uri are required"), 400);
    }
    const verifier = form.get("code_verifier") ?? undefined;
    const redeemed = grants.redeem(code, { clientId: client.id, redirectUri, verifier });
    if ("problem" in redeemed) {
      return c.json(oauthError("invalid_grant", CODE_PROBLEMS[redeemed.problem]), 400);
    }
    const { grant } = redeemed;
    const iat = Math.floor(now() / 1000);
    const idToken = await key.sign({
      iss: issuerOf(c),
      aud: client.id,
      ...claims(grant),
      iat,
      exp: iat + TOKEN_SECONDS,
      nonce: grant.request.nonce,
    });
    return c.json({
      access_token: grants.issueToken(grant),
      expires_in: TOKEN_SECONDS,
      scope: grant.request.scope.join(" "),
      token_type: "Bearer",
      id_token: idToken,
    });
  });

  app.on(["GET", "POST"], "/userinfo", (c) => {
    c.header("cache-control", "no-store");
    const token = /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    const grant = token === undefined ? undefined : grants.access(token);
    if (grant !== undefined) return c.json(claims(grant));
    c.header("www-authenticate", 'Bearer realm="sandbox", error="invalid_token"');
    return c.json(oauthError("invalid_token", "The access token is unknown or has expired"), 401);
  });
  return app;
}

/** Returns the claims that the scope includes. */
function claims({ request: { scope }, person }: Grant): Record<string, string | boolean> {
  return {
    sub: accountId("google", person),
    ...(scope.includes("email") && { email: person.email, email_verified: person.verified }),
    ...(scope.includes("profile") && { name: person.name }),
  };
}

// From the request, because the port is not known before the server listens.
function issuerOf(c: Context): string {
  return `${new URL(c.req.url).origin}/identity/google`;
}

function oauthError(error: string, description?: string): Record<string, string> {
  return { error, ...(description !== undefined && { error_description: description }) };
}

/** Reads the client credentials from header or body; undefined if there are none or both (RFC 6749, 2.3). */
function readClient(c: Context, form: URLSearchParams): { id: string; secret: string } | undefined {
  const header = /^Basic (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  const secret = form.get("client_secret");
  if (header === undefined) {
    return secret === null ? undefined : { id: form.get("client_id") ?? "", secret };
  }
  const pair = Buffer.from(header, "base64").toString();
  const colon = pair.indexOf(":");
  if (secret !== null || colon === -1) return undefined;
  // Both halves are form-encoded before they are joined.
  const [id = "", password = ""] = [pair.slice(0, colon), pair.slice(colon + 1)].map(
    (half) => new URLSearchParams(`v=${half.replaceAll("&", "%26")}`).get("v") ?? "",
  );
  return { id, secret: password };
}
