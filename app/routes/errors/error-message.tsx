import { isRouteErrorResponse, useLocation } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { useFailedRequest } from "#app/failed-request.ts";
import { CrookedStack, MissingStack } from "#app/ui/coin-shelf.tsx";
import { useEffect } from "react";
import { useRefresh } from "#app/live.ts";

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

/** For accidents of ours. What happened is in the log, under the id that is told here. */
function ErrorView() {
  const { pathname, search } = useLocation();
  const requestId = useFailedRequest();
  return (
    <div className="container message">
      <div className="message__shelf">
        <CrookedStack />
      </div>
      <h1 className="display">Something went wrong</h1>
      <p className="message__text">
        This page could not be shown, and the fault is ours. Your orders and payments are safe: they
        do not depend on this page.
      </p>
      {requestId && (
        <p className="message__text">
          If you write to us about it, please name this request:{" "}
          <code className="mono">{requestId}</code>
        </p>
      )}
      <div className="row">
        <ButtonLink to={pathname + search} variant="primary" reloadDocument>
          Try again
        </ButtonLink>
        <ButtonLink to="/" reloadDocument>
          Back to Home
        </ButtonLink>
      </div>
    </div>
  );
}

const TRY_EVERY_MS = 1500;

/** Stands in for a page while the server cannot be reached, and brings it back by itself. */
function UnreachableView() {
  const refresh = useRefresh();
  useEffect(() => {
    const timer = setInterval(refresh, TRY_EVERY_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  return (
    <div className="container message">
      <div className="message__shelf">
        <CrookedStack />
      </div>
      <h1 className="display">The shop cannot be reached</h1>
      <p className="message__text" role="status">
        This page comes back by itself as soon as it can. Your orders and payments are safe: they do
        not depend on this page.
      </p>
    </div>
  );
}

export function NotFoundView() {
  return (
    <div className="container message">
      <div className="message__shelf">
        <MissingStack />
      </div>
      <h1 className="display">Page Not Found</h1>
      <p className="message__text">
        This page does not exist or has been moved. Your orders are not affected.
      </p>
      <div className="row">
        <ButtonLink to="/" variant="primary">
          Back to Home
        </ButtonLink>
        <ButtonLink to="/track-order">Track Your Order</ButtonLink>
      </div>
    </div>
  );
}
