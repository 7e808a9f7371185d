import type { ReactNode } from "react";
import { Form, useLocation } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { t } from "#messages/translate.ts";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import "#app/styles/screens/newsletter.css";

interface NewsletterPageProps {
  title: string;
  lead: ReactNode;
  children?: ReactNode;
}

/** The layout of the newsletter pages. */
export function NewsletterPage({ title, lead, children }: NewsletterPageProps) {
  return (
    <div className="container newsletter">
      <h1 className="display">{title}</h1>
      <p className="newsletter__lead">{lead}</p>
      {children}
    </div>
  );
}

export function HomeLink() {
  return (
    <ButtonLink to="/" variant="primary">
      {t("newsletter.toShop")}
    </ButtonLink>
  );
}

interface OneButtonProps {
  intent: string;
  quiet?: boolean;
  children: string;
}

export function OneButton({ intent, quiet, children }: OneButtonProps) {
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
