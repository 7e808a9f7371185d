import {
  createContext,
  data,
  href,
  type MiddlewareFunction,
  type RouterContextProvider,
} from "react-router";
import { redirect } from "./redirects.ts";
import { localPath, pathOf } from "#messages/languages.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { isTeamRole, mayRequest, startPages } from "#shop/accounts/access.ts";
import type { Account, TeamRole } from "#shop/accounts/account.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/auth.server.ts";
import {
  hasSessionCookie,
  readSession,
  type SignedIn,
  teamRoleOf,
} from "#shop/accounts/sessions.server.ts";
import {
  clientAddressContext,
  requestContext,
  servicesContext,
  unreachableContext,
} from "./context.ts";
import { withNotice } from "./notices.ts";
import { settingsOf } from "./shop-cache.server.ts";

/** The session of this request; null for an anonymous request. */
const sessionContext = createContext<SignedIn | null>(null);

/** Responds with 503 before any query, once this request has lost the database. */
export const refuseUnreachable: MiddlewareFunction<Response> = ({ context }) => {
  if (context.get(unreachableContext)) throw data(null, { status: 503 });
};

/** The cookies of the session's new token, once a password prompt has renewed it. */
const renewedContext = createContext<readonly string[]>([]);

/** Reads the session before any loader or action runs, and sends the cookies of a renewed one. */
export const readSessionOnce: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { db, auth } = context.get(servicesContext);
  if (!hasSessionCookie(request.headers)) return;
  const settings = () => settingsOf(context);
  const signedIn = await readSession(db, auth, request.headers, settings, new Date());
  context.set(sessionContext, signedIn);
  context.get(requestContext).account = signedIn?.account.id;
  const response = await next();
  const sent = new Set(response.headers.getSetCookie().map(nameOf));
  for (const cookie of context.get(renewedContext))
    if (!sent.has(nameOf(cookie))) response.headers.append("set-cookie", cookie);
  return response;
};

/** Continues this request with the session token that a password prompt's response has set. */
export function continueSession(
  context: Readonly<RouterContextProvider>,
  promptResponse: Response,
): void {
  context.set(renewedContext, promptResponse.headers.getSetCookie());
}

/** Redirects anonymous requests to sign-in, with the requested URL as the way back. */
export const requireAccount: MiddlewareFunction<Response> = async ({ context, url }) => {
  admit(context.get(sessionContext), url);
};

/**
 * Requires a member of the team whose role may send this request: redirects customers to the home page, and
 * those without the second factor that the owner requires to its setup. Responds with 403 to other
 * roles, and at the dashboard redirects them to their start page. Every loader and action of the admin calls it.
 */
export function requireTeam({ request, context, url, pattern }: TeamArgs): TeamMember {
  const signedIn = admit(context.get(sessionContext), url);
  const { account } = signedIn;
  const { role } = account;
  if (!isTeamRole(role)) {
    logRefusal(context, account);
    throw redirect("/");
  }
  const { missingFactor } = signedIn;
  if (missingFactor) {
    const notice = missingFactor === "two-factor" ? "two-factor-needed" : "second-factor-needed";
    throw redirect(withNotice(href("/account/security"), notice));
  }
  const route = `/${pattern.replaceAll(/^\/|\/$/g, "")}`;
  if (!mayRequest(role, request.method, route)) {
    if (route === href("/admin") && request.method === "GET") throw redirect(startPages[role]);
    logRefusal(context, account);
    throw data(null, { status: 403 });
  }
  return { ...signedIn, account: { ...account, role } };
}

function logRefusal(
  context: Readonly<RouterContextProvider>,
  { id, role }: Pick<Account, "id" | "role">,
): void {
  const from = context.get(clientAddressContext);
  context
    .get(requestContext)
    .log(`authorization admin refused account=${id} role=${role} from=${from}`);
}

/** A session whose user is in the team. */
type TeamMember = SignedIn & { account: { role: TeamRole } };

/** Returns the role in which the back office would open, for pages that others may see as well. */
export function teamRoleHere(context: Readonly<RouterContextProvider>): TeamRole | null {
  return teamRoleOf(context.get(sessionContext));
}

/** The arguments that middleware, loaders and actions share. */
interface RouteArgs {
  context: Readonly<RouterContextProvider>;
  url: URL;
}

/** The arguments that also name the route. */
interface TeamArgs extends RouteArgs {
  request: Request;
  pattern: string;
}

function admit(signedIn: SignedIn | null, url: URL): SignedIn {
  const next = encodeURIComponent(pathOf(url));
  if (!signedIn) throw redirect(`${href("/login")}?next=${next}`);
  if (signedIn.passwordExpired) throw redirect(`${href("/change-password")}?next=${next}`);
  return signedIn;
}

/** Returns the session of this request, or null. */
export function signedInOf(context: Readonly<RouterContextProvider>): SignedIn | null {
  return context.get(sessionContext);
}

/** Returns the session of a route below `requireAccount`; redirects to sign-in without one. */
export function requireSignedIn(context: Readonly<RouterContextProvider>): SignedIn {
  const signedIn = context.get(sessionContext);
  if (!signedIn) throw redirect(href("/login"));
  return signedIn;
}

/** Returns the path to open after signing in: of this shop only, else the home page. */
export function safeNext(next: string | null | undefined): string {
  return localPath(next ?? "/");
}

/**
 * Returns the request's headers for Better Auth, with the verified client address in place of a forged one, and the
 * session as `continueSession` left it.
 */
export function authHeaders(request: Request, context: Readonly<RouterContextProvider>): Headers {
  const headers = new Headers(request.headers);
  headers.set(CLIENT_ADDRESS_HEADER, context.get(clientAddressContext));
  const renewed = context.get(renewedContext).map((cookie) => cookie.split(";")[0] ?? "");
  const names = new Set(renewed.map(nameOf));
  const others = (headers.get("cookie") ?? "")
    .split("; ")
    .filter((cookie) => !names.has(nameOf(cookie)));
  if (renewed.length > 0) headers.set("cookie", [...others, ...renewed].join("; "));
  return headers;
}

/** Returns the name of a cookie, as it is sent or set. */
function nameOf(cookie: string): string {
  return cookie.split("=")[0] ?? "";
}

/** Returns the cookies of a Better Auth response, for a redirect. */
export function cookiesOf(response: Response): Headers {
  return cookieHeaders(response.headers.getSetCookie());
}

/** Returns the headers that set these cookies. */
export function cookieHeaders(cookies: readonly string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return headers;
}

/** Returns the signed-in user as the actor of a change; the service function checks the permission. */
export function actorOf(context: Readonly<RouterContextProvider>): Actor {
  const { account } = requireSignedIn(context);
  const { id, email, role } = account;
  return { id, email, role, ip: context.get(clientAddressContext) };
}
