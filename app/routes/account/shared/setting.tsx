import type { ReactNode } from "react";
import { Form } from "react-router";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { t } from "#messages/translate.ts";

export interface SettingProps {
  title: string;
  /** The explanation beside the form. */
  about?: ReactNode;
  children: ReactNode;
}

/** A card with one setting of the account. */
export function Setting({ title, about, children }: SettingProps) {
  return (
    <section className="card setting">
      <div className="setting__about">
        <h2 className="heading">{title}</h2>
        {about && <p className="small muted">{about}</p>}
      </div>
      <div className="setting__body">{children}</div>
    </section>
  );
}

/** Resends the verification mail. `next` is the page to return to. */
export function SendVerification({ next }: { next: string }) {
  return (
    <Form method="post" action="/account">
      <input type="hidden" name="intent" value="send-verification" />
      <input type="hidden" name="next" value={next} />
      <SubmitButton intent="send-verification" size="sm">
        {t("signIn.resendEmail")}
      </SubmitButton>
    </Form>
  );
}
