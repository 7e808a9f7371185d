import { isRouteErrorResponse, useLocation } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { useFailedRequest } from "#app/failed-request.ts";
import { CrookedStack, MissingStack } from "#app/ui/coin-shelf.tsx";
import { useEffect } from "react";
import { useRefresh } from "#app/live.ts";
import { isFromTranslation } from "#app/translated-page.ts";

/** The content of an error boundary: not found, server unreachable, or an unexpected error. */
export function ErrorMessage({ error }: { error: unknown }) {
  if (isMissing(error)) return <NotFoundView />;
  if (isForbidden(error)) return <ForbiddenView />;
  if (isRouteErrorResponse(error) && error.status === 400) return <OutdatedView />;
  if (isFromTranslation(error)) return <RedrawnView />;
  if (isUnreachable(error)) return <UnreachableView />;
  return <ErrorView />;
}

export function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

/** Whether a page of the back office is not for the role of this user. */
export function isForbidden(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 403;
}

/**
 * Whether a navigation failed because the server is restarting or the connection is lost. React Router reports a
 * truncated response as "Unable to decode turbo-stream response".
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

/** Draws the page anew: revalidating resets the error boundary. */
function RedrawnView() {
  const refresh = useRefresh();
  useEffect(refresh, [refresh]);
  return <div className="container message" aria-busy="true" />;
}

/** The page for a form that the server does not know: that of a tab from before an upgrade. */
function OutdatedView() {
  const { pathname, search } = useLocation();
  return (
    <div className="container message">
      <div className="message__shelf">
        <CrookedStack />
      </div>
      <h1 className="display">This page is out of date</h1>
      <p className="message__text">
        The shop has probably been updated since you opened it. Nothing was changed: please load the
        page again, and repeat your last step.
      </p>
      <div className="row">
        <ButtonLink to={pathname + search} variant="primary" reloadDocument>
          Load the page again
        </ButtonLink>
      </div>
    </div>
  );
}

/** The page for an unexpected error, with the request ID under which it is logged. */
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
        This page could not be shown, and that is our fault. Your orders and payments are safe: they
        do not depend on this page.
      </p>
      {requestId && (
        <p className="message__text">
          If you write to us about it, please include this request ID:{" "}
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

const RETRY_INTERVAL_MS = 1500;

/** The page while the server is unreachable. Retries until the server responds. */
function UnreachableView() {
  const refresh = useRefresh();
  useEffect(() => {
    const timer = setInterval(refresh, RETRY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  return (
    <div className="container message">
      <div className="message__shelf">
        <CrookedStack />
      </div>
      <h1 className="display">The shop cannot be reached</h1>
      <p className="message__text" role="status">
        This page comes back automatically as soon as it can. Your orders and payments are safe:
        they do not depend on this page.
      </p>
    </div>
  );
}

function ForbiddenView() {
  return (
    <div className="container message">
      <div className="message__shelf">
        <MissingStack />
      </div>
      <h1 className="display">No Access</h1>
      <p className="message__text">
        Your role does not include this page. The owner of the shop can give you another one.
      </p>
      <div className="row">
        <ButtonLink to="/admin" variant="primary" reloadDocument>
          To my work
        </ButtonLink>
      </div>
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
