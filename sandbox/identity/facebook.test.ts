import { expect, test } from "vitest";
import { openSandbox } from "../test-sandbox.ts";
import { ann, providersAt, redirectUri, verifier, visitor, withQuery } from "./test-client.ts";

const plain = { code_challenge: undefined, code_challenge_method: undefined };

/** The answer with which Facebook says that something is wrong. */
function graphError(code: number, message: string | RegExp, status = 400) {
  const said = expect.stringMatching(message);
  const trace = expect.any(String);
  return {
    status,
    body: {
      error: expect.objectContaining({
        message: said,
        type: "OAuthException",
        code,
        fbtrace_id: trace,
      }),
    },
  };
}

test("signs in over HTTP, from the dialog to /me", async () => {
  const { identity } = await openSandbox();
  const { consent, exchange, page, json } = visitor(fetch);
  const facebook = `${identity.facebookUrl}/v23.0`;
  const url = withQuery(`${facebook}/dialog/oauth`, { scope: "public_profile,email" });
  const dialog = await page(url);
  expect(dialog.text).toContain("<h1>Sign in with Facebook (sandbox)</h1>");
  expect(dialog.text).not.toContain("Email is verified");

  const back = await consent(url, ann);
  expect(back).toEqual({ from: "shop", state: "s & t", code: expect.any(String) });
  const { status, body } = await exchange(`${facebook}/oauth/access_token`, back["code"]);
  expect(status).toBe(200);
  const token = body["access_token"] ?? "";
  expect(body).toEqual({ access_token: token, token_type: "bearer", expires_in: 5_184_000 });

  const me = `${facebook}/me?fields=id,name,email`;
  const profile = await json(me, { authorization: `Bearer ${token}` });
  const { id } = profile;
  expect(profile).toEqual({ id, name: "Ann Example", email: "Ann@example.test" });
  expect(id).toMatch(/^1\d{16}$/);
  expect(await json(`${me}&access_token=${token}`)).toEqual(profile);
  const short = `${identity.facebookUrl}/me?access_token=${token}`;
  expect(await json(short)).toEqual({ id, name: "Ann Example" });
  expect((await page(url)).text).toContain("Sign in as Ann Example");
});

test("the exchange also takes GET, and works without PKCE if there was no challenge", async () => {
  const { facebookUrl, consent, exchange, json } = providersAt({ now: Date.now() });
  const url = withQuery(`${facebookUrl}/dialog/oauth`, { ...plain, response_type: undefined });
  const { code = "" } = await consent(url, ann);
  const query = new URLSearchParams({
    client_id: "satchel-sandbox",
    client_secret: "sandbox-secret",
    redirect_uri: redirectUri,
    code,
  });
  const endpoint = `${facebookUrl}/oauth/access_token`;
  expect(await json(`${endpoint}?${query}`)).toMatchObject({ token_type: "bearer" });

  const { code: unasked } = await consent(url, ann);
  const downgraded = await exchange(endpoint, unasked, { code_verifier: verifier });
  expect(downgraded).toEqual(graphError(1, /^Invalid code verifier/));
});

test("omits the email if there is none, or it was not requested", async () => {
  const { facebookUrl, consent, exchange, json } = providersAt({ now: Date.now() });
  const me = async (scope: string, fields: Record<string, string>) => {
    const { code } = await consent(withQuery(`${facebookUrl}/dialog/oauth`, { scope }), fields);
    const { body } = await exchange(`${facebookUrl}/oauth/access_token`, code);
    const authorization = `Bearer ${body["access_token"]}`;
    return json(`${facebookUrl}/me?fields=id,name,email`, { authorization });
  };
  const { id } = await me("email", ann);
  expect(await me("public_profile", { ...ann, email: "ann@example.test" })).toEqual({
    id,
    name: "Ann Example",
  });
  const phone = await me("email", { name: "Ann Example", email: "" });
  expect(phone).toEqual({ id: expect.stringMatching(/^1\d{16}$/), name: "Ann Example" });
  expect(phone["id"]).not.toBe(id);
});

test("a person can deny access; an invalid request is not redirected", async () => {
  const { facebookUrl, consent, page, post } = providersAt({ now: Date.now() });
  const endpoint = `${facebookUrl}/dialog/oauth`;
  expect(await consent(withQuery(endpoint), { answer: "refuse" })).toEqual({
    from: "shop",
    error: "access_denied",
    error_code: "200",
    error_description: "Permissions error",
    error_reason: "user_denied",
    state: "s & t",
  });
  const refusal = await post(withQuery(endpoint), { answer: "refuse" });
  expect(refusal.headers.get("location")).toMatch(/#_=_$/);
  for (const changes of [
    { redirect_uri: "https://evil.test/" },
    { client_id: "other" },
    { response_type: "token" },
    { code_challenge_method: "plain" },
  ]) {
    const { status, headers } = await page(withQuery(endpoint, changes));
    expect(status).toBe(400);
    expect(headers.get("location")).toBeNull();
  }
});

test("errors of an exchange have Facebook's messages", async () => {
  const clock = { now: Date.now() };
  const { facebookUrl, consent, exchange } = providersAt(clock);
  const token = `${facebookUrl}/oauth/access_token`;
  const newCode = async () =>
    (await consent(withQuery(`${facebookUrl}/dialog/oauth`), ann))["code"];

  const code = await newCode();
  expect(await exchange(token, code, { client_secret: "guess" })).toEqual(
    graphError(1, /^Error validating client secret\.$/),
  );
  expect(await exchange(token, code, { client_id: "1" })).toEqual(
    graphError(101, "Invalid application ID"),
  );
  expect((await exchange(token, code)).status).toBe(200);
  expect(await exchange(token, code)).toEqual(
    graphError(100, /^This authorization code has been used\.$/),
  );
  const expired = await newCode();
  clock.now += 60_000;
  expect(await exchange(token, expired)).toEqual(
    graphError(100, /^This authorization code has expired\.$/),
  );
  expect(await exchange(token, await newCode(), { code_verifier: "a".repeat(43) })).toEqual(
    graphError(1, /^Invalid code verifier/),
  );
  expect(await exchange(token, await newCode(), { redirect_uri: "http://localhost/" })).toEqual(
    graphError(100, "redirect_uri is identical"),
  );
  expect(await exchange(token, "nonsense")).toEqual(
    graphError(100, /^Invalid verification code format\.$/),
  );
});

test("/me requires a valid token and existing fields", async () => {
  const clock = { now: Date.now() };
  const { facebookUrl, consent, exchange, page } = providersAt(clock);
  const me = async (query: string) => {
    const { status, text } = await page(`${facebookUrl}/me?${query}`);
    return { status, body: JSON.parse(text) as unknown };
  };
  expect(await me("fields=id")).toEqual(graphError(2500, "An active access token must be used"));
  expect(await me("access_token=x")).toEqual(graphError(190, "Invalid OAuth access token", 401));
  const { code } = await consent(withQuery(`${facebookUrl}/dialog/oauth`), ann);
  const { body } = await exchange(`${facebookUrl}/oauth/access_token`, code);
  const token = `access_token=${body["access_token"]}`;
  expect(await me(`fields=id,shoe_size&${token}`)).toEqual(
    graphError(100, /nonexisting field \(shoe_size\)/),
  );
  clock.now += 5_184_000_000;
  expect(await me(token)).toEqual(graphError(190, "Invalid OAuth access token", 401));
});
