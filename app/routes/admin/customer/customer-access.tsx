import { useState } from "react";
import { Form, useActionData, useLocation } from "react-router";
import { useStickyActionData } from "#app/live.ts";
import { Button, type ButtonLook } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { CustomerAccount } from "#shop/customers/customer.ts";

interface ConfirmedChange {
  intent: "promote" | "demote" | "block";
  label: string;
  variant?: ButtonLook["variant"];
  title: string;
  question: string;
  confirm: string;
}

/** Actions for an account. Changes of role and blocking are confirmed first. */
export function CustomerAccess({ account, isYou }: { account: CustomerAccount; isYou: boolean }) {
  const { pathname, search } = useLocation();
  const action = `${pathname}${search}`;
  const values = { userId: account.userId, seen: account.accountState };
  return (
    <div className="customer__access">
      {confirmedChanges(account, isYou).map((question) => (
        <ConfirmedAction key={question.intent} {...{ ...question, action, values }} />
      ))}
      {account.accountState === "blocked" && (
        <PlainAction intent="unblock" label="Unblock" {...{ action, values }} />
      )}
      {account.sessions > 0 && (
        <PlainAction intent="sign-out" label="Sign out everywhere" {...{ action, values }} />
      )}
    </div>
  );
}

function confirmedChanges(
  { name, accountState }: CustomerAccount,
  isYou: boolean,
): ConfirmedChange[] {
  if (accountState === "blocked") return [];
  const demote: ConfirmedChange = {
    intent: "demote",
    label: "Make customer",
    title: isYou ? "Give up your role?" : `Make ${name} a customer again?`,
    question: isYou
      ? "You will be signed out and can no longer open the back office."
      : "They will be signed out everywhere and can no longer open the back office.",
    confirm: "Make customer",
  };
  const promote: ConfirmedChange = {
    intent: "promote",
    label: "Make owner",
    title: `Make ${name} an owner?`,
    question:
      "They can see and change everything in the back office, including your account. They will be signed out everywhere and have to sign in again.",
    confirm: "Make owner",
  };
  const roles = [
    ...(accountState === "admin" ? [] : [promote]),
    ...(accountState === "customer" ? [] : [demote]),
  ];
  if (isYou) return roles;
  return [
    ...roles,
    {
      intent: "block",
      label: "Block",
      variant: "danger-quiet",
      title: `Block ${name}?`,
      question:
        "They will be signed out everywhere and cannot sign in until they are unblocked. Their orders continue.",
      confirm: "Block",
    },
  ];
}

interface Submission {
  action: string;
  values: Readonly<Record<string, string>>;
}

/** Confirms in a dialog; without JavaScript the form is submitted at once. */
function ConfirmedAction({
  intent,
  label,
  variant,
  action,
  values,
  ...dialog
}: ConfirmedChange & Submission) {
  const [open, setOpen] = useState(false);
  // A response closes the dialog; the panel behind it shows the error.
  const actionData = useStickyActionData(useActionData<unknown>());
  const [reported, setReported] = useState(actionData);
  if (reported !== actionData) {
    setReported(actionData);
    if (actionData !== undefined) setOpen(false);
  }
  return (
    <>
      <Button variant={variant} size="sm" className="needs-script" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <noscript>
        <PlainAction {...{ intent, label, variant, action, values }} />
      </noscript>
      <ConfirmDialog
        {...dialog}
        {...{ intent, action, values }}
        open={open}
        decline="Cancel"
        onDecline={() => setOpen(false)}
      />
    </>
  );
}

interface PlainActionProps extends Submission {
  intent: string;
  label: string;
  variant?: ButtonLook["variant"];
}

function PlainAction({ intent, label, variant, action, values }: PlainActionProps) {
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton intent={intent} size="sm" variant={variant}>
        {label}
      </SubmitButton>
    </Form>
  );
}
