import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import type { Context } from "hono";
import { RequestError } from "../errors.ts";
import { CLIENT, hasChallenge } from "./authorization.ts";
import { dialogRoutes } from "./dialog.ts";
import { Grants } from "./grants.ts";
import type { CodeProblem } from "./grants.ts";
import { accountId } from "./people.ts";
import type { People } from "./people.ts";
import { mount } from "../http/mount.ts";

const TOKEN_SECONDS = 60 * 24 * 3600;

type GraphError = { message: string; code: number; error_subcode?: number };

// Facebook's own messages; clients distinguish them by code at best.
const CODE_PROBLEMS: Record<CodeProblem, GraphError> = {
  unknown: { message: "Invalid verification code format.", code: 100 },
  used: { message: "This authorization code has been used.", code: 100 },
  expired: { message: "This authorization code has expired.", code: 100 },
  redirect: {
    message:
      "Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request",
    code: 100,
    error_subcode: 36008,
  },
  verifier: {
    message:
      "Invalid code verifier. Code verifier should be a cryptographically random string using the characters A-Z, a-z, 0-9, and the punctuation characters -._~ (hyphen, period, underscore, and tilde), between 43 and 128 characters long.",
    code: 1,
  },
};

/**
 * Facebook's login dialog and the part of its Graph API that belongs to it. As at Facebook, all of
 * it is also there under a version, such as /v23.0.
 */
export function facebookRoutes(people: People, now: () => number): Hono {
  const routes = unversionedRoutes(people, now);
  const app = new Hono({ strict: false });
  mount(app, "/", routes);
  mount(app, "/:version{v[0-9]+\\.[0-9]+}", routes);
  return app;
}

function unversionedRoutes(people: People, now: () => number): Hono {
  const app = new Hono({ strict: false });
  const grants = new Grants(now, TOKEN_SECONDS);

  // https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow
  const problem = (query: URLSearchParams) => {
    if ((query.get("response_type") ?? "code") !== "code") {
      throw new RequestError("Only the response_type code is known here.");
    }
    if (query.has("code_challenge") && !hasChallenge(query)) {
      throw new RequestError("The code_challenge must be by the method S256.");
    }
    return undefined;
  };
  const denied = {
    error: "access_denied",
    error_code: "200",
    error_description: "Permissions error",
    error_reason: "user_denied",
  };
  // Facebook really appends this fragment to its redirects.
  const fragment = "_=_";
  const dialog = { provider: "facebook", people, grants, problem, denied, fragment } as const;
  mount(app, "/", dialogRoutes("/dialog/oauth", dialog));

  app.on(["GET", "POST"], "/oauth/access_token", async (c) => {
    const query = new URL(c.req.url).searchParams;
    const sent = new URLSearchParams([...query, ...new URLSearchParams(await c.req.text())]);
    const clientId = sent.get("client_id");
    if (clientId === null) {
      return graphError(c, { message: "Missing client_id parameter.", code: 101 });
    }
    if (clientId !== CLIENT.id) {
      const message = "Error validating application. Invalid application ID.";
      return graphError(c, { message, code: 101 });
    }
    if (sent.get("client_secret") !== CLIENT.secret) {
      return graphError(c, { message: "Error validating client secret.", code: 1 });
    }
    const grantType = sent.get("grant_type") ?? "authorization_code";
    if (grantType !== "authorization_code") {
      const message = `Invalid grant_type: '${grantType}'. Supported types: authorization_code`;
      return graphError(c, { message, code: 100 });
    }
    const redirectUri = sent.get("redirect_uri");
    const code = sent.get("code");
    if (redirectUri === null) {
      return graphError(c, { message: "Missing redirect_uri parameter.", code: 191 });
    }
    if (code === null) return graphError(c, { message: "Missing authorization code", code: 1 });
    const verifier = sent.get("code_verifier") ?? undefined;
    const redeemed = grants.redeem(code, { clientId, redirectUri, verifier });
    if ("problem" in redeemed) return graphError(c, CODE_PROBLEMS[redeemed.problem]);
    c.header("cache-control", "no-store");
    const token = grants.issueToken(redeemed.grant);
    return c.json({ access_token: token, token_type: "bearer", expires_in: TOKEN_SECONDS });
  });

  app.get("/me", (c) => {
    const bearer = /^(?:Bearer|OAuth) (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    const token = bearer ?? c.req.query("access_token");
    if (token === undefined) {
      const message =
        "An active access token must be used to query information about the current user.";
      return graphError(c, { message, code: 2500 });
    }
    const grant = grants.access(token);
    if (grant === undefined) {
      const message = "Invalid OAuth access token - Cannot parse access token";
      return graphError(c, { message, code: 190 }, 401);
    }
    const { person, request } = grant;
    const known = new Map([
      ["id", accountId("facebook", person)],
      ["name", person.name],
      ["email", request.scope.includes("email") ? person.email : ""],
    ]);
    const wanted = (c.req.query("fields") ?? "id,name").split(",").map((field) => field.trim());
    const unknown = wanted.find((field) => !known.has(field));
    if (unknown !== undefined) {
      const message = `(#100) Tried accessing nonexisting field (${unknown}) on node type (User)`;
      return graphError(c, { message, code: 100 });
    }
    // A missing or unrequested email is omitted without an error.
    const isIncluded = ([field, value]: [string, string]) =>
      field === "id" || (wanted.includes(field) && value !== "");
    return c.json(Object.fromEntries([...known].filter(isIncluded)));
  });
  return app;
}

// https://developers.facebook.com/docs/graph-api/guides/error-handling
function graphError(c: Context, error: GraphError, status: 400 | 401 = 400): Response {
  const { message, ...codes } = error;
  const trace = randomBytes(8).toString("base64url");
  c.header("cache-control", "no-store");
  return c.json(
    { error: { message, type: "OAuthException", ...codes, fbtrace_id: trace } },
    status,
  );
}
