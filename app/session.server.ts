import {
  createContext,
  data,
  href,
  type MiddlewareFunction,
  redirect,
  type RouterContextProvider,
} from "react-router";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/auth.server.ts";
import {
  hasSessionCookie,
  opensBackOffice,
  readSession,
  type SignedIn,
} from "#shop/accounts/sessions.server.ts";
import { clientAddressContext, servicesContext, unreachableContext } from "./context.ts";
import { withNotice } from "./notices.ts";
import { settingsOf } from "./shop-cache.server.ts";

/** Who is signed in, read once a request; null for nobody. */
const sessionContext = createContext<SignedIn | null>(null);

/** Ends the request with 503 before anything asks a database that is known to be gone. */
export const refuseUnreachable: MiddlewareFunction<Response> = ({ context }) => {
  if (context.get(unreachableContext)) throw data(null, { status: 503 });
};

/** Reads the session before any loader or action runs. */
export const readSessionOnce: MiddlewareFunction<Response> = async ({ request, context }) => {
  const { db, auth } = context.get(servicesContext);
  if (!hasSessionCookie(request.headers)) return;
  const settings = () => settingsOf(context);
  context.set(sessionContext, await readSession(db, auth, request.headers, settings, new Date()));
};

/** Lets only signed-in users on: the others sign in first, and come back to where they wanted to go. */
export const requireAccount: MiddlewareFunction<Response> = async ({ context, url }) => {
  admit(context.get(sessionContext), url);
};

/**
 * Lets only administrators on; other users are led to the front page, and administrators who have yet to set
 * up two-factor authentication, where the owner wants it, to where they can. Every loader and action of the
 * back office asks it, too: the answer says who is at work.
 */
export function requireAdmin({ context, url }: Asked): SignedIn {
  const signedIn = admit(context.get(sessionContext), url);
  if (signedIn.account.role !== "admin") throw redirect("/");
  if (signedIn.secondStepMissing)
    throw redirect(withNotice(href("/account/security"), "two-factor-needed"));
  return signedIn;
}

/** Whether `requireAdmin` would let this one on, where others are welcome as well. */
export function isAdminHere(context: Readonly<RouterContextProvider>): boolean {
  return opensBackOffice(context.get(sessionContext));
}

/** What middleware, loaders and actions have in common. */
interface Asked {
  context: Readonly<RouterContextProvider>;
  url: URL;
}

function admit(signedIn: SignedIn | null, url: URL): SignedIn {
  const wanted = encodeURIComponent(`${url.pathname}${url.search}`);
  if (!signedIn) throw redirect(`${href("/login")}?next=${wanted}`);
  if (signedIn.passwordExpired) throw redirect(`${href("/change-password")}?next=${wanted}`);
  return signedIn;
}

/** Who is signed in, or null. */
export function signedInOf(context: Readonly<RouterContextProvider>): SignedIn | null {
  return context.get(sessionContext);
}

/** Who is signed in; to be asked behind `requireAccount`, and again by every action. */
export function requireSignedIn(context: Readonly<RouterContextProvider>): SignedIn {
  const signedIn = context.get(sessionContext);
  if (!signedIn) throw redirect(href("/login"));
  return signedIn;
}

/** Where to go after signing in: a page of this shop, or the front page. */
export function safeNext(next: string | null | undefined): string {
  // "//host" and "/\host" would leave the shop.
  return next && /^\/(?![/\\])[^\p{Cc}]*$/u.test(next) ? next : "/";
}

/** The request's headers for Better Auth, with the network address that we saw instead of any that was claimed. */
export function authHeaders(request: Request, context: Readonly<RouterContextProvider>): Headers {
  const headers = new Headers(request.headers);
  headers.set(CLIENT_ADDRESS_HEADER, context.get(clientAddressContext));
  return headers;
}

/** The cookies of an answer of Better Auth, to be passed on with a redirect. */
export function cookiesOf(response: Response): Headers {
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append("set-cookie", cookie);
  return headers;
}
