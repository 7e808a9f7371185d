import {
  data,
  Form,
  href,
  Link,
  type ShouldRevalidateFunctionArgs,
  useActionData,
} from "react-router";
import type { InputEvent } from "react";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useLive, useStickyActionData } from "#app/live.ts";
import { withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { adminTitle } from "#app/root-data.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { Card } from "#app/ui/card.tsx";
import { Field, Textarea } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { textOf, textsOf, versionOf } from "#lib/form.ts";
import { isLanguage, languages } from "#messages/languages.ts";
import { type NewsletterError, saveTranslation, sendTest } from "#shop/newsletter/drafts.server.ts";
import {
  contentIn,
  MARKDOWN_MAX,
  type NewsletterContent,
  parseTranslationForm,
  SUBJECT_MAX,
} from "#shop/newsletter/newsletter.ts";
import { findNewsletter } from "#shop/newsletter/newsletters.server.ts";
import type { OtherLanguage } from "#shop/settings/owner-texts.ts";
import type { Route } from "./+types/route";
import { Preview } from "../newsletter/preview.tsx";
import { contentOf, type NewsletterActionData, useDraft } from "../newsletter/use-draft.ts";
import { LeaveDialog } from "../shared/leave-dialog.tsx";
import "../newsletter/newsletter.css";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminTitle(`Newsletter in ${loaderData?.name ?? "another language"}`, matches);

/** Returns what the address names; an id that is none is 0, which is never used. */
function targetOf({ id, language }: Route.LoaderArgs["params"]): {
  id: number;
  language: OtherLanguage;
} {
  if (!isLanguage(language) || language === "en") throw data(null, { status: 404 });
  return { id: /^\d{1,15}$/.test(id) ? Number(id) : 0, language };
}

export async function loader(args: Route.LoaderArgs) {
  const { email } = requireTeam(args).account;
  const { db } = args.context.get(servicesContext);
  const { id, language } = targetOf(args.params);
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

/** Revalidates after a conflict (409) as well, to show what has changed in the meantime. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

/** Saves the text, and sends it as a test by intent. */
export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const { id, language } = targetOf(args.params);
  const form = await readForm(args.request);
  const intent = textOf(form, "intent");
  if (intent !== "save" && intent !== "test") throw data(null, { status: 400 });
  const typed = textsOf(form, ["subject", "markdown"]);
  const read = parseTranslationForm(typed);
  if (!read.ok) return data<NewsletterActionData>({ typed, errors: read.error }, { status: 400 });
  const change = { id, language, actor: actorOf(args.context), now: new Date() };
  const version = versionOf(form);
  const saved = await saveTranslation(db, { ...change, version, content: read.value });
  if (!saved.ok) return errorResponse(saved.error, typed);
  const path = href("/admin/newsletter/:id/texts/:language", { id: String(id), language });
  if (intent === "save") return redirect(withNotice(path, "newsletter-text-saved"));
  const tested = await sendTest(db, { ...change, version: saved.value });
  if (!tested.ok) return errorResponse(tested.error, typed);
  return redirect(withNotice(path, "newsletter-text-tested"));
}

function errorResponse(error: NewsletterError, typed: NewsletterContent) {
  if (error === "forbidden") throw redirect("/");
  if (error === "not-found") throw data(null, { status: 404 });
  const message =
    "Someone changed this newsletter in the meantime. What you typed is still in the fields.";
  return data<NewsletterActionData>({ typed, message }, { status: 409 });
}

/** A newsletter in another language than English. */
export default function NewsletterTexts({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const actionData = useStickyActionData(useActionData<NewsletterActionData>());
  const { name, language, isDraft, english, written } = loaderData;
  const draft = useDraft(written, actionData);
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
      {actionData?.message && (
        <Notice tone="pending" role="alert" className="newsletter-off">
          {actionData.message}
        </Notice>
      )}
      <div className={isDraft ? "newsletter-editor" : undefined}>
        {isDraft && (
          <TextForm
            key={draft.formKey}
            {...draft}
            errors={actionData?.errors}
            written={loaderData}
          />
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

interface TextFormProps extends Pick<
  ReturnType<typeof useDraft>,
  "version" | "start" | "unsaved" | "onInput"
> {
  errors: NewsletterActionData["errors"] | undefined;
  written: Pick<Route.ComponentProps["loaderData"], "language" | "dir" | "ownEmail" | "english">;
}

function TextForm({ version, start, unsaved, onInput, ...props }: TextFormProps) {
  const { language, dir, ownEmail, english } = props.written;
  const { errors, form } = useFormErrors<keyof NewsletterContent>(props.errors);
  return (
    <Form
      method="post"
      preventScrollReset
      noValidate
      className="card newsletter-form"
      aria-label="Newsletter"
      {...form}
      onInput={(event: InputEvent<HTMLFormElement>) =>
        onInput(contentOf(new FormData(event.currentTarget)))
      }
    >
      <input type="hidden" name="version" value={version} />
      <Field
        label="Subject"
        name="subject"
        lang={language}
        dir={dir}
        defaultValue={start.subject}
        maxLength={SUBJECT_MAX}
        autoComplete="off"
        error={errors.subject}
        hint={`English: ${english.subject}`}
      />
      <Textarea
        label="Text"
        name="markdown"
        lang={language}
        dir={dir}
        defaultValue={start.markdown}
        maxLength={MARKDOWN_MAX}
        rows={18}
        error={errors.markdown}
        hint="Markdown, as in English."
      />
      <div className="newsletter-form__foot">
        <SubmitButton intent="test" name="intent" value="test" size="sm" title={`To ${ownEmail}`}>
          Send a test to me
        </SubmitButton>
        <SubmitButton intent="save" name="intent" value="save" size="sm" variant="primary">
          Save text
        </SubmitButton>
      </div>
      <p role="status" className="newsletter-form__unsaved">
        {unsaved && "Unsaved changes"}
      </p>
    </Form>
  );
}
