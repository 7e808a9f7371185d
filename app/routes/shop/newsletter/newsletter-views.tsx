import type { ReactNode } from "react";
import { Form, useLocation } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { SubscribeForm, type SubscribeAnswer } from "./subscribe-form.tsx";
import "#app/styles/screens/newsletter.css";

interface NewsletterPageProps {
  title: string;
  lead: ReactNode;
  children?: ReactNode;
}

/** What the pages about the newsletter look like. */
function NewsletterPage({ title, lead, children }: NewsletterPageProps) {
  return (
    <div className="container newsletter">
      <h1 className="display">{title}</h1>
      <p className="newsletter__lead">{lead}</p>
      {children}
    </div>
  );
}

const home = (
  <ButtonLink to="/" variant="primary">
    To the shop
  </ButtonLink>
);

/** The box of the footer as a page, for where no script runs. */
export function SubscribeView({ answer }: { answer?: SubscribeAnswer }) {
  return (
    <NewsletterPage
      title="Newsletter"
      lead="New packages and prices, by mail, every now and then. You confirm the address before anything comes, and each mail has a link to stop it."
    >
      <SubscribeForm label="Email" answer={answer} />
    </NewsletterPage>
  );
}

export type ConfirmState = "ask" | "done" | "invalid";

/** Only the button confirms: mail programs open links by themselves to look for harm. */
export function ConfirmView({ state }: { state: ConfirmState }) {
  switch (state) {
    case "ask":
      return (
        <NewsletterPage
          title="Confirm your subscription"
          lead="One press, and you get the newsletter at the address this link was sent to."
        >
          <OneButton intent="confirm">Confirm the subscription</OneButton>
        </NewsletterPage>
      );
    case "done":
      return (
        <NewsletterPage
          title="You are subscribed"
          lead="The next newsletter comes to you. Each one has a link to unsubscribe."
        >
          {home}
        </NewsletterPage>
      );
    case "invalid":
      return (
        <NewsletterPage
          title="This link does not work"
          lead="A link to confirm works for 7 days. This one is older, or was not copied whole. Ask for a new one at the foot of any page."
        >
          {home}
        </NewsletterPage>
      );
  }
}

type UnsubscribeState = "ask" | "done" | "gone" | "invalid";

export interface UnsubscribeViewProps {
  state: UnsubscribeState;
  /** Partly hidden, since mails are passed on. */
  email: string | null;
}

export function UnsubscribeView({ state, email }: UnsubscribeViewProps) {
  switch (state) {
    case "ask":
      return (
        <NewsletterPage
          title="Unsubscribe?"
          lead={`${email} gets no newsletter any more. Mails about orders still come.`}
        >
          <OneButton intent="unsubscribe">Unsubscribe</OneButton>
        </NewsletterPage>
      );
    case "done":
      return (
        <NewsletterPage
          title="You are unsubscribed"
          lead={`No newsletter goes to ${email} any more. Thank you for having read it.`}
        >
          <OneButton intent="again" quiet>
            Subscribe again
          </OneButton>
        </NewsletterPage>
      );
    case "gone":
      return (
        <NewsletterPage
          title="You are unsubscribed"
          lead="This address is not on the list: no newsletter goes to it."
        >
          {home}
        </NewsletterPage>
      );
    case "invalid":
      return (
        <NewsletterPage
          title="This link does not work"
          lead="It was not copied whole. Open the link at the foot of the newsletter once more."
        >
          {home}
        </NewsletterPage>
      );
  }
}

interface OneButtonProps {
  intent: string;
  quiet?: boolean;
  children: string;
}

function OneButton({ intent, quiet, children }: OneButtonProps) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={`${pathname}${search}`}>
      <input type="hidden" name="intent" value={intent} />
      <SubmitButton intent={intent} variant={quiet ? "secondary" : "primary"}>
        {children}
      </SubmitButton>
    </Form>
  );
}
