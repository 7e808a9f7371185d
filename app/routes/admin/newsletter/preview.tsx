import { href } from "react-router";
import { useEffect, useRef, useState } from "react";
import type { NewsletterContent } from "#shop/newsletter/newsletter.ts";

/** How long typing must rest before it is shown. */
const REST_MS = 400;

/** The first frame, which a form can be sent to where no script runs. */
export const FIRST_FRAME = frameName(0);

/**
 * The very mail, made by the server, in a frame that can do nothing. Each one loads in a frame of its own, behind
 * the one before: so nothing flickers, and the way back does not lead through all of them.
 */
export function Preview({ subject, markdown }: NewsletterContent) {
  const form = useRef<HTMLFormElement>(null);
  const [loading, setLoading] = useState(0);
  const [shown, setShown] = useState(0);
  const sent = useRef(-1);

  useEffect(() => {
    const timer = setTimeout(() => setLoading((frame) => frame + 1), REST_MS);
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
      </form>
      <div className="mail-frames">
        {[...new Set([shown, loading])].map((frame) => (
          <iframe
            key={frame}
            name={frameName(frame)}
            title="How the mail looks"
            sandbox=""
            className={frame === shown ? "mail-frame" : "mail-frame mail-frame--behind"}
            // An empty one tells that it has loaded, too, before it is sent to.
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
