import { useLocation } from "react-router";
import { ActButton } from "#app/office/act-button.tsx";
import { ConfirmAct } from "#app/office/confirm-act.tsx";
import type { CustomerAccount } from "#shop/customers/customer.ts";

/** Actions for an account. Changes of role and blocking are confirmed first. */
export function CustomerAccess({ account, isYou }: { account: CustomerAccount; isYou: boolean }) {
  const { pathname, search } = useLocation();
  const { userId, name, accountState, sessions } = account;
  const isBlocked = accountState === "blocked";
  const given = {
    size: "sm",
    action: `${pathname}${search}`,
    values: { userId, seen: accountState },
  } as const;
  return (
    <div className="customer__access">
      {!isBlocked && accountState !== "admin" && (
        <ConfirmAct
          {...given}
          variant="secondary"
          intent="promote"
          title={`Make ${name} an owner?`}
          question="They can see and change everything in the back office, including your account. They will be signed out everywhere and have to sign in again."
          confirm="Make owner"
        >
          Make owner
        </ConfirmAct>
      )}
      {!isBlocked && accountState !== "customer" && (
        <ConfirmAct
          {...given}
          variant="secondary"
          intent="demote"
          title={isYou ? "Give up your role?" : `Make ${name} a customer again?`}
          question={
            isYou
              ? "You will be signed out and can no longer open the back office."
              : "They will be signed out everywhere and can no longer open the back office."
          }
          confirm="Make customer"
        >
          Make customer
        </ConfirmAct>
      )}
      {!isBlocked && !isYou && (
        <ConfirmAct
          {...given}
          intent="block"
          title={`Block ${name}?`}
          question="They will be signed out everywhere and cannot sign in until they are unblocked. Their orders continue."
          confirm="Block"
        >
          Block
        </ConfirmAct>
      )}
      {isBlocked && (
        <ActButton {...given} intent="unblock">
          Unblock
        </ActButton>
      )}
      {sessions > 0 && (
        <ActButton {...given} intent="sign-out">
          Sign out everywhere
        </ActButton>
      )}
    </div>
  );
}
