import type { RouterContextProvider } from "react-router";
import type { Viewer } from "#shop/orders/tracking.server.ts";
import { servicesContext } from "./context.ts";
import { signedInOf } from "./session.server.ts";
import { readVisitor } from "./visitor.server.ts";

/** Returns the viewer of an order: visitor cookie and verified email of this request. */
export async function viewerOf(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Viewer> {
  const account = signedInOf(context)?.account;
  return {
    visitorHash: await readVisitor(request, context.get(servicesContext)),
    verifiedEmail: account?.emailVerified ? account.email : null,
  };
}
