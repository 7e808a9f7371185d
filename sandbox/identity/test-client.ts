import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { Hono } from "hono";
import { openJournal } from "../journal.ts";
import { temporaryDir } from "../test-sandbox.ts";
import { People, signInRecord } from "./people.ts";
import { identityAt, identityRoutes } from "./routes.ts";
import { mount } from "../http/mount.ts";

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;
type Fields = Record<string, string>;

export const redirectUri = "http://localhost:5173/auth/callback?from=shop";
export const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");
export const ann = { name: "Ann Example", email: "Ann@example.test", verified: "yes" };

/** The request both providers understand, with `changes`; undefined leaves a parameter out. */
export function withQuery(endpoint: string, changes: Record<string, string | undefined> = {}) {
  const parameters = {
    client_id: "satchel-sandbox",
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid email profile",
    state: "s & t",
    nonce: "n-1",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...changes,
  };
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return `${endpoint}?${new URLSearchParams(given)}`;
}

/** The browser and the application of a test, reaching the providers by `fetch`. */
export function visitor(fetch: Fetch) {
  const post = (url: string, fields: Fields, headers: Fields = {}) =>
    fetch(url, { method: "POST", body: new URLSearchParams(fields), headers, redirect: "manual" });
  /** Submits the consent page; returns the parameters of the redirect. */
  const consent = async (url: string, fields: Fields): Promise<Fields> => {
    const answer = await post(url, fields);
    const to = answer.headers.get("location");
    if (answer.status !== 303 || to === null) throw new Error(`${answer.status} without redirect`);
    if (!to.startsWith(`${redirectUri}&`)) throw new Error(`redirected to ${to}`);
    return Object.fromEntries(new URL(to).searchParams);
  };
  /** Exchanges a code as the client, with `changes`. */
  const exchange = async (url: string, code: string | undefined, changes: Fields = {}) => {
    const answer = await post(url, {
      grant_type: "authorization_code",
      client_id: "satchel-sandbox",
      client_secret: "sandbox-secret",
      redirect_uri: redirectUri,
      code: code ?? "",
      code_verifier: verifier,
      ...changes,
    });
    return { status: answer.status, body: (await answer.json()) as Fields };
  };
  const page = async (url: string) => {
    const answer = await fetch(url, { redirect: "manual" });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const json = async <T = Fields>(url: string, headers: Fields = {}): Promise<T> =>
    (await (await fetch(url, { headers })).json()) as T;
  return { post, consent, exchange, page, json };
}

/** The providers without a server, at a time that the test sets. */
export function providersAt(clock: { now: number }) {
  const journal = openJournal(join(temporaryDir(), "people.jsonl"), signInRecord);
  const app = new Hono();
  const routes = identityRoutes(new People(journal), () => clock.now);
  mount(app, "/identity", routes);
  const fetch: Fetch = async (url, init) => app.request(url, init);
  return { ...visitor(fetch), ...identityAt("http://127.0.0.1:4000") };
}
