import { useState } from "react";
import { Form, useActionData, useLocation } from "react-router";
import { useKeptAnswer } from "#app/kept-answer.ts";
import { Button, type ButtonLook } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { CustomerAccount } from "#shop/customers/customer.ts";

interface Question {
  intent: "promote" | "demote" | "block";
  label: string;
  variant?: ButtonLook["variant"];
  title: string;
  question: string;
  confirm: string;
}

/** What an administrator can do with an account. What gives or takes rights is asked about first. */
export function CustomerAccess({ account, isYou }: { account: CustomerAccount; isYou: boolean }) {
  const { pathname, search } = useLocation();
  const action = `${pathname}${search}`;
  const values = { userId: account.userId, seen: account.standing };
  return (
    <div className="customer__access">
      {questionsFor(account, isYou).map((question) => (
        <Asked key={question.intent} {...{ ...question, action, values }} />
      ))}
      {account.standing === "blocked" && (
        <Plain intent="unblock" label="Unblock" {...{ action, values }} />
      )}
      {account.sessions > 0 && (
        <Plain intent="sign-out" label="Sign out everywhere" {...{ action, values }} />
      )}
    </div>
  );
}

function questionsFor({ name, standing }: CustomerAccount, isYou: boolean): Question[] {
  if (standing === "blocked") return [];
  const role: Question =
    standing === "admin"
      ? {
          intent: "demote",
          label: "Make customer",
          title: isYou ? "Give up your role?" : `Make ${name} a customer again?`,
          question: isYou
            ? "You are signed out, and cannot open the back office any more."
            : "They are signed out everywhere, and cannot open the back office any more.",
          confirm: "Make customer",
        }
      : {
          intent: "promote",
          label: "Make administrator",
          title: `Make ${name} an administrator?`,
          question:
            "They can see and change everything in the back office, you included. They are signed out everywhere, and sign in anew.",
          confirm: "Make administrator",
        };
  if (isYou) return [role];
  return [
    role,
    {
      intent: "block",
      label: "Block",
      variant: "danger-quiet",
      title: `Block ${name}?`,
      question:
        "They are signed out everywhere, and cannot sign in until they are unblocked. Their orders go on.",
      confirm: "Block",
    },
  ];
}

interface Sending {
  action: string;
  values: Readonly<Record<string, string>>;
}

/** Asks in a dialog; where no script runs, it is done at once. */
function Asked({ intent, label, variant, action, values, ...dialog }: Question & Sending) {
  const [asking, setAsking] = useState(false);
  // Refused: the panel behind it says why.
  const answer = useKeptAnswer(useActionData<unknown>());
  const [answered, setAnswered] = useState(answer);
  if (answered !== answer) {
    setAnswered(answer);
    if (answer !== undefined) setAsking(false);
  }
  return (
    <>
      <Button variant={variant} size="sm" className="needs-script" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <noscript>
        <Plain {...{ intent, label, variant, action, values }} />
      </noscript>
      <ConfirmDialog
        {...dialog}
        {...{ intent, action, values }}
        open={asking}
        decline="Cancel"
        onDecline={() => setAsking(false)}
      />
    </>
  );
}

interface PlainProps extends Sending {
  intent: string;
  label: string;
  variant?: ButtonLook["variant"];
}

function Plain({ intent, label, variant, action, values }: PlainProps) {
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
