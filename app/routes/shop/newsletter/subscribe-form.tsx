import { type ReactNode, useEffect, useId, useRef } from "react";
import { href, useFetcher, useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { t } from "#messages/translate.ts";
import { CONFIRM_DAYS } from "#shop/newsletter/subscriber.ts";

/** The action data of `/newsletter`. */
export interface SubscribeResult {
  sent: boolean;
  typed: string;
  error?: string;
}

interface SubscribeFormProps {
  /** The result of a form post without JavaScript, from the page's action data. */
  result?: SubscribeResult;
  label: ReactNode;
}

/** The newsletter sign-up form. Shows its result in place; on a static page it leads to `/newsletter`. */
export function SubscribeForm({ label, result: pageResult }: SubscribeFormProps) {
  const fetcher = useFetcher<SubscribeResult>();
  const { pathname } = useLocation();
  const result = fetcher.data ?? pageResult;
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const error = result?.error;

  useEffect(() => {
    if (error) field.current?.focus();
  }, [error, result]);

  return (
    <fetcher.Form method="post" action={href("/newsletter")} noValidate className="subscribe">
      <input type="hidden" name="source" value={pathname} />
      <label className="subscribe__label" htmlFor={id}>
        {label}
      </label>
      <div className="subscribe__row">
        <input
          // A new key empties the field once the form was submitted.
          key={result?.sent ? "sent" : "open"}
          ref={field}
          id={id}
          className="input"
          type="email"
          name="email"
          autoComplete="email"
          placeholder="you@example.com"
          defaultValue={result?.sent ? "" : result?.typed}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-answer`}
        />
        <Button type="submit" busy={fetcher.state !== "idle"}>
          {t("newsletter.subscribe")}
        </Button>
      </div>
      <div id={`${id}-answer`} role="status" className="subscribe__answer">
        {error && (
          <p className="field__error">
            <Icon name="alert" size="sm" />
            {error}
          </p>
        )}
        {result?.sent && <p>{t("newsletter.sent", { email: result.typed, days: CONFIRM_DAYS })}</p>}
      </div>
    </fetcher.Form>
  );
}
