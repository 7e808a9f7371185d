import { href } from "react-router";
import { useEffect, useRef, useState } from "react";
import type { Language } from "#messages/languages.ts";
import type { NewsletterContent } from "#shop/newsletter/newsletter.ts";

/** Debounce of the preview, in milliseconds. */
const DEBOUNCE_MS = 400;

/** Name of the first frame: the target of the form without JavaScript. */
export const FIRST_FRAME = frameName(0);

/**
 * The mail as the server renders it, in a sandboxed frame. Each version loads in a new frame behind the current one,
 * so that nothing flickers and no history entries are added.
 */
export function Preview({
  subject,
  markdown,
  language = "en",
}: NewsletterContent & { language?: Language }) {
  const form = useRef<HTMLFormElement>(null);
  const [loading, setLoading] = useState(0);
  const [shown, setShown] = useState(0);
  const sent = useRef(-1);

  useEffect(() => {
    const timer = setTimeout(() => setLoading((frame) => frame + 1), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [subject, markdown]);

  useEffect(() => {
    sent.current = loading;
    form.current?.submit();
  }, [loading]);

  return (
    <>
      <form
        ref={form}
        method="post"
        action={href("/admin/newsletter/preview")}
        target={frameName(loading)}
        hidden
      >
        <input type="hidden" name="subject" value={subject} />
        <input type="hidden" name="markdown" value={markdown} />
        <input type="hidden" name="language" value={language} />
      </form>
      <div className="mail-frames">
        {[...new Set([shown, loading])].map((frame) => (
          <iframe
            key={frame}
            name={frameName(frame)}
            title="Preview of the email"
            sandbox=""
            className={frame === shown ? "mail-frame" : "mail-frame mail-frame--behind"}
            // The empty frame fires `load` as well, before the form is submitted to it.
            onLoad={() => sent.current === frame && setShown(frame)}
          />
        ))}
      </div>
    </>
  );
}

function frameName(frame: number): string {
  return `mail-${frame}`;
}
