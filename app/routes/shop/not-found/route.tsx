import { data } from "react-router";
import { NotFoundView } from "#app/routes/errors/error-message.tsx";

/** Any address that no other route knows. As a route it has the root's data, and so the whole bar. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export const action = loader;

export default NotFoundView;
