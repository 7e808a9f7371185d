import { ButtonLink } from "#app/ui/button.tsx";
import { SignInFrame } from "#app/routes/account/shared/sign-in/frame.tsx";

export interface VerifyEmailViewProps {
  state: "ok" | "invalid";
}

export function VerifyEmailView({ state }: VerifyEmailViewProps) {
  if (state === "ok") {
    return (
      <SignInFrame
        title="Email address confirmed"
        lead="Orders placed with this address now show in My Orders."
      >
        <ButtonLink to="/orders" variant="primary" block>
          My Orders
        </ButtonLink>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame
      title="This link does not work"
      lead="A link works for a day. This one is older, was used before or was not copied whole. You can have a new one sent from your account."
    >
      <ButtonLink to="/account" variant="primary" block>
        Go to your account
      </ButtonLink>
    </SignInFrame>
  );
}
