import { redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { cookiesOf } from "#app/session.server.ts";
import type { Route } from "./+types/route";

/** Only the form signs out; a GET redirects home. */
export function loader() {
  throw redirect("/");
}

export async function action({ request, context }: Route.ActionArgs) {
  const { auth } = context.get(servicesContext);
  const response = await auth.api.signOut({ headers: request.headers, asResponse: true });
  throw redirect("/", { headers: cookiesOf(response) });
}
