import { isRouteErrorResponse } from "react-router";
import { ErrorView } from "./error-view.tsx";
import { NotFoundView } from "./not-found-view.tsx";
import { UnreachableView } from "./unreachable-view.tsx";

/** Stands in for a page that is missing, that broke, or that did not arrive. */
export function ErrorMessage({ error }: { error: unknown }) {
  if (isMissing(error)) return <NotFoundView />;
  if (isUnreachable(error)) return <UnreachableView />;
  return <ErrorView />;
}

export function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

/**
 * A load failed on its way, or came in part: the server is being started anew, or the connection is gone. What came in
 * part React Router says "Unable to decode turbo-stream response" of.
 */
function isUnreachable(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return [502, 503, 504].includes(error.status);
  return (
    typeof document !== "undefined" &&
    error instanceof Error &&
    (error instanceof TypeError ? /fetch|network|load failed/i : /decode turbo-stream/).test(
      error.message,
    )
  );
}
