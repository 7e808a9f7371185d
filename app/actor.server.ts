import type { RouterContextProvider } from "react-router";
import type { Actor } from "#shop/audit/audit.ts";
import { clientAddressContext } from "./context.ts";
import { requireSignedIn } from "./session.server.ts";

/** Who does what this request asks for; the verb decides whether they may. */
export function actorOf(context: Readonly<RouterContextProvider>): Actor {
  const { account } = requireSignedIn(context);
  return { id: account.id, email: account.email, ip: context.get(clientAddressContext) };
}
