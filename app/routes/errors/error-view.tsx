import { useLocation } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { useFailedRequest } from "#app/failed-request.ts";
import { CrookedStack } from "#app/ui/coin-shelf.tsx";

/** For accidents of ours. What happened is in the log, under the id that is told here. */
export function ErrorView() {
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
