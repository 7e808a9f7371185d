import { data, href, Link } from "react-router";
import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import { act, type Given, leadTo, officeAction } from "#app/office/acts.server.ts";
import { useAnswer } from "#app/office/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { Card } from "#app/ui/card.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { idOf } from "#lib/form.ts";
import { isLanguage, languages } from "#messages/languages.ts";
import { saveTranslation, sendTest } from "#shop/newsletter/drafts.server.ts";
import {
  contentIn,
  type NewsletterContent,
  newsletterFields,
  parseTranslationForm,
  translationFields,
} from "#shop/newsletter/newsletter.ts";
import { findNewsletter } from "#shop/newsletter/newsletters.server.ts";
import type { OtherLanguage } from "#shop/settings/owner-texts.ts";
import type { Route } from "./+types/route";
import { DraftForm, TestButton } from "../newsletter/draft-form.tsx";
import { Preview } from "../newsletter/preview.tsx";
import { useDraft } from "../newsletter/use-draft.ts";
import { LeaveDialog } from "../shared/leave-dialog.tsx";
import "../newsletter/newsletter.css";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminTitle(`Newsletter in ${loaderData?.name ?? "another language"}`, matches);

/** Returns what the address names; an id that is none is 0, which is never used. */
function targetOf(id: string, language: string): { id: number; language: OtherLanguage } {
  if (!isLanguage(language) || language === "en") throw data(null, { status: 404 });
  return { id: idOf(id), language };
}

export async function loader(args: Route.LoaderArgs) {
  const { email } = requireTeam(args).account;
  const { db } = args.context.get(servicesContext);
  const { id, language } = targetOf(args.params.id, args.params.language);
  const newsletter = await findNewsletter(db, id);
  if (!newsletter) throw data(null, { status: 404 });
  const { version, state, translations, subject, markdown } = newsletter;
  const { name, dir } = languages[language];
  return {
    ...{ language, name, dir },
    isDraft: state === "draft",
    ownEmail: email,
    english: { subject, markdown },
    /** What its readers get. */
    read: contentIn(newsletter, language),
    written: { id, version, ...(translations[language] ?? { subject: "", markdown: "" }) },
  };
}

function changeIn({ param, who }: Given) {
  return { ...targetOf(param("id"), param("language")), ...who };
}

function save(given: Given, content: NewsletterContent | null) {
  const { services, version } = given;
  return saveTranslation(services.db, { ...changeIn(given), version, content });
}

function pathIn({ param }: Given) {
  return href("/admin/newsletter/:id/texts/:language", {
    id: param("id"),
    language: param("language"),
  });
}

/** Saves the text, and sends it as a test. */
export const action = officeAction(
  {
    save: act({
      fields: newsletterFields,
      read: parseTranslationForm,
      run: save,
      done: (_, given) => leadTo(pathIn(given), "newsletter-text-saved"),
      refused: {},
    }),
    test: act({
      fields: newsletterFields,
      read: parseTranslationForm,
      run: async (given, content) => {
        const saved = await save(given, content);
        if (!saved.ok) return saved;
        return sendTest(given.services.db, { ...changeIn(given), version: saved.value });
      },
      done: (_, given) => leadTo(pathIn(given), "newsletter-text-tested"),
      refused: {},
    }),
  },
  "this newsletter",
);

/** A newsletter in another language than English. */
export default function NewsletterTexts({ loaderData, params }: Route.ComponentProps) {
  useLive("admin");
  const answer = useAnswer<typeof action>();
  const { name, language, dir, isDraft, english, written } = loaderData;
  const draft = useDraft(written, answer);
  const { subject, markdown } = draft.content;
  const isEmpty = subject.trim() === "" && markdown.trim() === "";
  return (
    <>
      <PageHead title={`${english.subject}, in ${name}`}>
        {isDraft
          ? "Subscribers with this language get it so. Without subject and text, they get the English one. "
          : "What subscribers with this language get. "}
        <Link className="link" to={href("/admin/newsletter/:id", { id: String(written.id) })}>
          In English
        </Link>
      </PageHead>
      <LeaveDialog unsaved={draft.unsaved} />
      <AnswerNotice answer={answer} />
      <div className={isDraft ? "newsletter-editor" : undefined}>
        {isDraft && (
          <DraftForm
            key={draft.formKey}
            fields={translationFields(english.subject)}
            draft={draft}
            answer={answer}
            action={href("/admin/newsletter/:id/texts/:language", params)}
            language={{ lang: language, dir }}
          >
            <TestButton ownEmail={loaderData.ownEmail} />
            <SubmitButton intent="save" name="intent" value="save" size="sm" variant="primary">
              Save text
            </SubmitButton>
          </DraftForm>
        )}
        <Card title="Preview" className="newsletter-preview">
          <Preview
            {...(isDraft ? (isEmpty ? english : draft.content) : loaderData.read)}
            language={language}
          />
        </Card>
      </div>
    </>
  );
}
