import type { RouterContextProvider } from "react-router";
import type { Actor } from "#shop/audit/audit.ts";
import { clientAddressContext } from "./context.ts";
import { requireSignedIn } from "./session.server.ts";

/** Returns the signed-in user as the actor of a change; the service function checks the permission. */
export function actorOf(context: Readonly<RouterContextProvider>): Actor {
  const { account } = requireSignedIn(context);
  return { id: account.id, email: account.email, ip: context.get(clientAddressContext) };
}
