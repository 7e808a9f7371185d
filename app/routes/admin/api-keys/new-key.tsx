import { useEffect, useRef } from "react";
import { href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";

/** A key that was just made. Nobody sees it again: only its digest is kept. */
export function NewKey({ name, text }: { name: string; text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="card new-key" aria-labelledby="new-key">
      <h2 className="heading" id="new-key" tabIndex={-1} ref={heading}>
        The key “{name}” is made
      </h2>
      <p>
        Copy it now: it is shown this once. Who has it can do what it may do, so keep it as you
        would a password.
      </p>
      <div className="new-key__text">
        <code className="mono">{text}</code>
        <CopyButton text={text} toastMessage="Key copied" variant="primary">
          Copy key
        </CopyButton>
      </div>
      <ButtonLink to={href("/admin/api-keys")} size="sm" preventScrollReset>
        I have it
      </ButtonLink>
    </section>
  );
}
