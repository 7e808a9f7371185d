import { createPublicKey, verify } from "node:crypto";
import type { JsonWebKey } from "node:crypto";
import { expect, test } from "vitest";
import { openSandbox } from "../test-sandbox.ts";
import { ann, providersAt, redirectUri, verifier, visitor, withQuery } from "./test-client.ts";

type Discovery = { issuer: string; jwks_uri: string } & Record<
  "authorization_endpoint" | "token_endpoint" | "userinfo_endpoint",
  string
>;
type Jwks = { keys: (JsonWebKey & { kid: string })[] };

const WRONG_VERIFIER = "a".repeat(43);

function decode(part: string | undefined): Record<string, unknown> {
  return JSON.parse(Buffer.from(part ?? "", "base64url").toString()) as Record<string, unknown>;
}

/** The claims of a token, once its signature is found to be by one of the keys. */
function verified(token: string | undefined, { keys }: Jwks): Record<string, unknown> {
  const [header, claims, signature] = (token ?? "").split(".");
  const { alg, kid } = decode(header);
  expect(alg).toBe("RS256");
  const key = createPublicKey({ key: keys.find((one) => one.kid === kid) ?? {}, format: "jwk" });
  const text = Buffer.from(`${header}.${claims}`);
  const bytes = Buffer.from(signature ?? "", "base64url");
  expect(verify("RSA-SHA256", text, key, bytes)).toBe(true);
  expect(verify("RSA-SHA256", Buffer.from(`${header}.${claims}x`), key, bytes)).toBe(false);
  return decode(claims);
}

test("signs in over HTTP, from discovery to userinfo", async () => {
  const { identity } = await openSandbox();
  const { consent, exchange, page, json } = visitor(fetch);
  const issuer = identity.googleIssuer;
  const found = await json<Discovery>(`${issuer}/.well-known/openid-configuration`);
  expect(found).toMatchObject({
    issuer,
    response_types_supported: ["code"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
  });

  const url = withQuery(found.authorization_endpoint);
  const dialog = await page(url);
  expect(dialog.status).toBe(200);
  expect(dialog.text).toContain("<h1>Sign in with Google (sandbox)</h1>");
  const { pathname, search } = new URL(url);
  expect(dialog.text).toContain(`action="${(pathname + search).replaceAll("&", "&amp;")}"`);
  expect(dialog.headers.get("content-security-policy")).toContain(
    "form-action 'self' http://127.0.0.1:* http://localhost:*",
  );

  const back = await consent(url, ann);
  expect(back).toEqual({ from: "shop", state: "s & t", code: expect.any(String) });
  const { status, body } = await exchange(found.token_endpoint, back["code"]);
  expect(status).toBe(200);
  expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600 });

  const claims = verified(body["id_token"], await json<Jwks>(found.jwks_uri));
  const iat = Number(claims["iat"]);
  expect(Math.abs(iat - Date.now() / 1000)).toBeLessThan(30);
  const expectedClaims = {
    sub: expect.stringMatching(/^1\d{20}$/),
    email: "Ann@example.test",
    email_verified: true,
    name: "Ann Example",
  };
  expect(claims).toEqual({
    ...expectedClaims,
    iss: issuer,
    aud: identity.clientId,
    nonce: "n-1",
    iat,
    exp: iat + 3600,
  });
  const authorization = `Bearer ${body["access_token"]}`;
  expect(await json(found.userinfo_endpoint, { authorization })).toEqual({
    ...expectedClaims,
    sub: claims["sub"],
  });
  const unauthorized = await fetch(found.userinfo_endpoint, {
    headers: { authorization: "Bearer x" },
  });
  expect(unauthorized.status).toBe(401);
  expect(unauthorized.headers.get("www-authenticate")).toMatch(/^Bearer .*error="invalid_token"/);
});

test("an email always has the same account, which need not be verified", async () => {
  const { googleIssuer, consent, exchange, json, page } = providersAt({ now: Date.now() });
  const authorize = withQuery(`${googleIssuer}/authorize`);
  const signIn = async (fields: Record<string, string>) => {
    const { code } = await consent(authorize, fields);
    const { body } = await exchange(`${googleIssuer}/token`, code);
    const authorization = `Bearer ${body["access_token"]}`;
    return json(`${googleIssuer}/userinfo`, { authorization });
  };
  const first = await signIn(ann);
  const { sub } = first;
  expect(await signIn({ name: "A.", email: " ann@EXAMPLE.test " })).toEqual({
    sub,
    name: "A.",
    email: "ann@EXAMPLE.test",
    email_verified: false,
  });
  for (const name of ["B", "C", "D", "E", "F"]) {
    const other = await signIn({ name, email: `${name}@example.test` });
    expect(other["sub"]).not.toBe(sub);
  }
  const { text } = await page(authorize);
  const offered = [...text.matchAll(/Sign in as (\w+)/g)].map(([, name]) => name);
  expect(offered).toEqual(["F", "E", "D", "C", "B"]);
});

test("a person can deny access, and cannot continue without an email", async () => {
  const { googleIssuer, consent, post } = providersAt({ now: Date.now() });
  const authorize = withQuery(`${googleIssuer}/authorize`);
  expect(await consent(authorize, { answer: "refuse" })).toEqual({
    from: "shop",
    error: "access_denied",
    state: "s & t",
  });
  const answer = await post(authorize, { name: "<b>Ann", email: "ann" });
  expect(answer.status).toBe(400);
  const text = await answer.text();
  expect(text).toContain("Give an email");
  expect(text).toContain('value="&lt;b&gt;Ann"');
});

test("a code is valid once, for a minute, and only with the parameters of its request", async () => {
  const clock = { now: Date.now() };
  const { googleIssuer, consent, exchange } = providersAt(clock);
  const authorize = withQuery(`${googleIssuer}/authorize`);
  const token = `${googleIssuer}/token`;
  const newCode = async () => (await consent(authorize, ann))["code"];
  const fails = (said: RegExp) => ({
    status: 400,
    body: { error: "invalid_grant", error_description: expect.stringMatching(said) },
  });

  const used = await newCode();
  clock.now += 59_999;
  expect((await exchange(token, used)).status).toBe(200);
  expect(await exchange(token, used)).toEqual(fails(/used/));

  const expired = await newCode();
  clock.now += 60_000;
  expect(await exchange(token, expired)).toEqual(fails(/expired/));

  const guessed = await newCode();
  const wrong = { code_verifier: WRONG_VERIFIER };
  expect(await exchange(token, guessed, wrong)).toEqual(fails(/code_verifier/));
  expect(await exchange(token, guessed)).toEqual(fails(/used/));
  expect(await exchange(token, await newCode(), { code_verifier: "" })).toEqual(fails(/verifier/));

  const elsewhere = { redirect_uri: "http://localhost:5173/other" };
  expect(await exchange(token, await newCode(), elsewhere)).toEqual(fails(/redirect_uri/));
  expect(await exchange(token, "nonsense")).toEqual(fails(/not issued/));
});

test("only the client itself can exchange a code, by either authentication method", async () => {
  const { googleIssuer, consent, exchange, post } = providersAt({ now: Date.now() });
  const token = `${googleIssuer}/token`;
  const { code = "" } = await consent(withQuery(`${googleIssuer}/authorize`), ann);
  const denied = { status: 401, body: { error: "invalid_client" } };
  expect(await exchange(token, code, { client_secret: "guess" })).toMatchObject(denied);
  expect(await exchange(token, code, { client_id: "other" })).toMatchObject(denied);
  const grant = { status: 400, body: { error: "unsupported_grant_type" } };
  expect(await exchange(token, code, { grant_type: "password" })).toEqual(grant);

  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`satchel-sandbox:${secret}`).toString("base64")}`,
  });
  const fields = { grant_type: "authorization_code", redirect_uri: redirectUri, code };
  const proof = { ...fields, code_verifier: verifier };
  expect((await post(token, proof, basic("guess"))).status).toBe(401);
  // Form-encoded, as RFC 6749 has it.
  expect((await post(token, proof, basic("sandbox%2Dsecret"))).status).toBe(200);
});

test("redirects with an error, or not at all if that is not safe", async () => {
  const { googleIssuer, page, post } = providersAt({ now: Date.now() });
  const endpoint = `${googleIssuer}/authorize`;
  const errorOf = async (changes: Record<string, string | undefined>) => {
    const { status, headers } = await page(withQuery(endpoint, changes));
    expect(status).toBe(303);
    const { searchParams } = new URL(headers.get("location") ?? "");
    expect(searchParams.get("state")).toBe("s & t");
    return searchParams.get("error");
  };
  expect(await errorOf({ response_type: "token" })).toBe("unsupported_response_type");
  expect(await errorOf({ scope: "email" })).toBe("invalid_scope");
  expect(await errorOf({ code_challenge: undefined })).toBe("invalid_request");
  expect(await errorOf({ code_challenge_method: "plain" })).toBe("invalid_request");

  for (const changes of [
    { redirect_uri: "https://evil.test/auth/callback" },
    { redirect_uri: "http://localhost.evil.test/" },
    { redirect_uri: "http://localhost:80@evil.test/" },
    { redirect_uri: "javascript:alert(1)//localhost" },
    { redirect_uri: undefined },
    { client_id: "other" },
  ]) {
    const url = withQuery(endpoint, changes);
    for (const answer of [await page(url), await post(url, { ...ann, answer: "refuse" })]) {
      expect(answer.status).toBe(400);
      expect(answer.headers.get("location")).toBeNull();
    }
  }
  const { text } = await page(withQuery(endpoint, { redirect_uri: "http://a.test/<script>" }));
  expect(text).toContain("redirect_uri_mismatch");
  expect(text).not.toContain("<script>");
});
