import { href, Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Dot, type Tone } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SegmentedLinks } from "#app/ui/segmented.tsx";
import type { NewsletterState } from "#shop/newsletter/newsletter.ts";
import "./newsletter.css";
import { settingsPath } from "../settings/settings-pages.ts";

const states: Record<NewsletterState, { label: string; tone?: Tone }> = {
  draft: { label: "Draft" },
  sending: { label: "Sending", tone: "processing" },
  stopped: { label: "Stopped", tone: "pending" },
  sent: { label: "Sent", tone: "completed" },
};

/** State of a newsletter in one label. */
export function StateText({ state }: { state: NewsletterState }) {
  const { label, tone } = states[state];
  return (
    <span className="newsletter-state">
      <Dot tone={tone} />
      {label}
    </span>
  );
}

interface NewsletterHeadProps {
  current: "newsletters" | "subscribers";
  /** Marketing emails are switched on. */
  open: boolean;
  sentence: string;
}

/** Heading of the lists of newsletters and subscribers. */
export function NewsletterHead({ current, open, sentence }: NewsletterHeadProps) {
  return (
    <>
      <PageHead
        title="Newsletter"
        actions={
          <div className="newsletter-ways row">
            <SegmentedLinks
              label="Newsletter"
              items={[
                {
                  to: href("/admin/newsletter"),
                  label: "Newsletters",
                  current: current === "newsletters",
                },
                {
                  to: href("/admin/newsletter/subscribers"),
                  label: "Subscribers",
                  current: current === "subscribers",
                },
              ]}
            />
            <ButtonLink to={href("/admin/newsletter/:id", { id: "new" })} variant="primary">
              <Icon name="plus" />
              New newsletter
            </ButtonLink>
          </div>
        }
      >
        {sentence}
      </PageHead>
      {!open && <SwitchedOff />}
    </>
  );
}

export function SwitchedOff() {
  return (
    <Notice tone="pending" className="newsletter-off">
      Marketing emails are switched off, so nothing can be sent. New subscribers get the next
      newsletter once they are on.{" "}
      <Link className="link" to={settingsPath("email")}>
        Settings
      </Link>
    </Notice>
  );
}
