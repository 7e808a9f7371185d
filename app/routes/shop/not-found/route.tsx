import { data } from "react-router";
import { NotFoundView } from "#app/routes/errors/error-message.tsx";

/** The catch-all. A route of its own, so that the 404 page has the root's loader data and the full header. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export const action = loader;

export default NotFoundView;
