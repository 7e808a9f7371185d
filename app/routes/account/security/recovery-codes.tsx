import { useEffect, useRef } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** One way in each, should the phone be lost. Nobody can show them a second time. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // They take the place of the form that had the focus.
  useEffect(() => heading.current?.focus(), []);

  const text = `${codes.join("\n")}\n`;
  return (
    <div className="codes">
      <h3 className="heading" ref={heading} tabIndex={-1}>
        Two-factor authentication is on. Save your recovery codes
      </h3>
      <p className="small muted">
        Each lets you in once, without your phone. They are shown only now.
      </p>
      <ul className="codes__list mono" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <CopyButton text={text} toastMessage="Recovery codes copied">
          Copy codes
        </CopyButton>
        <a
          className="btn btn--secondary"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          <Icon name="download" />
          Download as text
        </a>
      </div>
      <hr className="stitch" />
      <ButtonLink to="/account/security" variant="primary" className="codes__done">
        I have saved them
      </ButtonLink>
    </div>
  );
}
