import { data } from "react-router";
import type { PageHandle } from "#app/hydration/static-page.ts";
import { NotFoundView } from "#app/routes/errors/error-message.tsx";

export const handle: PageHandle = { hydrates: "never" };

/** The catch-all. A route of its own, so that the 404 page has the root's loader data and the full header. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export const action = loader;

export default NotFoundView;
