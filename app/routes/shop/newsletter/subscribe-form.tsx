import { type ReactNode, useEffect, useId, useRef } from "react";
import { href, useFetcher, useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { CONFIRM_DAYS } from "#shop/newsletter/subscriber.ts";

/** What the page answers to somebody who asks for the newsletter. */
export interface SubscribeAnswer {
  sent: boolean;
  typed: string;
  error?: string;
}

interface SubscribeFormProps {
  /** Of a post that came as a page of its own, where no script runs. */
  answer?: SubscribeAnswer;
  /** Stands above the field. */
  label: ReactNode;
}

/** Asks for the newsletter, and says in place what became of it. */
export function SubscribeForm({ label, answer: pageAnswer }: SubscribeFormProps) {
  const fetcher = useFetcher<SubscribeAnswer>();
  const { pathname } = useLocation();
  const answer = fetcher.data ?? pageAnswer;
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const error = answer?.error;

  useEffect(() => {
    if (fetcher.data?.error) field.current?.focus();
  }, [fetcher.data]);

  return (
    <fetcher.Form method="post" action={href("/newsletter")} noValidate className="subscribe">
      <input type="hidden" name="source" value={pathname} />
      <label className="subscribe__label" htmlFor={id}>
        {label}
      </label>
      <div className="subscribe__row">
        <input
          // Empty again once it was sent.
          key={answer?.sent ? "sent" : "asking"}
          ref={field}
          id={id}
          className="input"
          type="email"
          name="email"
          autoComplete="email"
          placeholder="you@example.com"
          defaultValue={answer?.sent ? "" : answer?.typed}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-answer`}
        />
        <Button type="submit" busy={fetcher.state !== "idle"}>
          Subscribe
        </Button>
      </div>
      <div id={`${id}-answer`} role="status" className="subscribe__answer">
        {error && (
          <p className="field__error">
            <Icon name="alert" size="sm" />
            {error}
          </p>
        )}
        {answer?.sent && (
          <p>
            Check your mail: a link to confirm is on its way to {answer.typed}. It works for{" "}
            {CONFIRM_DAYS} days.
          </p>
        )}
      </div>
    </fetcher.Form>
  );
}
