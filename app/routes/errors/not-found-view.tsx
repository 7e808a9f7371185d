import { ButtonLink } from "#app/ui/button.tsx";
import { MissingStack } from "#app/ui/coin-shelf.tsx";

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
