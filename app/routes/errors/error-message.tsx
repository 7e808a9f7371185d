import { isRouteErrorResponse, useLocation } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { useFailedRequest } from "#app/hydration/failed-request.ts";
import { CrookedStack, MissingStack } from "#app/ui/coin-shelf.tsx";
import { useEffect } from "react";
import { useRefresh } from "#app/live.ts";
import { SALES_PAUSED } from "#app/sales-paused.ts";
import { rich, t } from "#messages/translate.ts";
import { isFromTranslation } from "#app/hydration/translated-page.ts";

/** The content of an error boundary: not found, server unreachable, or an unexpected error. */
export function ErrorMessage({ error }: { error: unknown }) {
  if (isMissing(error)) return <NotFoundView />;
  if (isForbidden(error)) return <ForbiddenView />;
  if (isRouteErrorResponse(error) && error.status === 400) return <OutdatedView />;
  if (isFromTranslation(error)) return <RedrawnView />;
  if (isPaused(error)) return <PausedView />;
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

/** Whether no checkout begins, since the disk of the shop is almost full. */
function isPaused(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 503 && error.data === SALES_PAUSED;
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
      <h1 className="display">{t("errors.outdated")}</h1>
      <p className="message__text">{t("errors.outdatedText")}</p>
      <div className="row">
        <ButtonLink to={pathname + search} variant="primary" reloadDocument>
          {t("errors.reload")}
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
      <h1 className="display">{t("errors.failed")}</h1>
      <p className="message__text">{t("errors.failedText")}</p>
      {requestId && (
        <p className="message__text">
          {rich("errors.requestId", { id: <code className="mono">{requestId}</code> })}
        </p>
      )}
      <div className="row">
        <ButtonLink to={pathname + search} variant="primary" reloadDocument>
          {t("errors.tryAgain")}
        </ButtonLink>
        <ButtonLink to="/" reloadDocument>
          {t("errors.home")}
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
      <h1 className="display">{t("errors.unreachable")}</h1>
      <p className="message__text" role="status">
        {t("errors.unreachableText")}
      </p>
    </div>
  );
}

function PausedView() {
  return (
    <div className="container message">
      <div className="message__shelf">
        <CrookedStack />
      </div>
      <h1 className="display">{t("errors.paused")}</h1>
      <p className="message__text">{t("errors.pausedText")}</p>
      <div className="row">
        <ButtonLink to="/" variant="primary">
          {t("errors.home")}
        </ButtonLink>
        <ButtonLink to="/track-order">{t("errors.track")}</ButtonLink>
      </div>
    </div>
  );
}

function ForbiddenView() {
  return (
    <div className="container message">
      <div className="message__shelf">
        <MissingStack />
      </div>
      <h1 className="display">{t("errors.forbidden")}</h1>
      <p className="message__text">{t("errors.forbiddenText")}</p>
      <div className="row">
        <ButtonLink to="/admin" variant="primary" reloadDocument>
          {t("errors.toWork")}
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
      <h1 className="display">{t("errors.notFound")}</h1>
      <p className="message__text">{t("errors.notFoundText")}</p>
      <div className="row">
        <ButtonLink to="/" variant="primary">
          {t("errors.home")}
        </ButtonLink>
        <ButtonLink to="/track-order">{t("errors.track")}</ButtonLink>
      </div>
    </div>
  );
}
