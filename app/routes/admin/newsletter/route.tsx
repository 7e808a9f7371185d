import { data, href, type ShouldRevalidateFunctionArgs, useActionData } from "react-router";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useStickyActionData, useLive } from "#app/live.ts";
import { type NoticeName, withNotice } from "#app/notices.ts";
import type { Db } from "#db/client.server.ts";
import { textOf, textsOf, versionOf } from "#lib/form.ts";
import type { Actor } from "#shop/audit/audit.ts";
import {
  createNewsletter,
  deleteDraft,
  type NewsletterChange,
  saveDraft,
  sendTest,
} from "#shop/newsletter/drafts.server.ts";
import { parseNewsletterForm } from "#shop/newsletter/newsletter.ts";
import { findNewsletter } from "#shop/newsletter/newsletters.server.ts";
import {
  continueSending,
  type SendingError,
  startSending,
  stopSending,
} from "#shop/newsletter/sending.server.ts";
import { countSubscribers } from "#shop/newsletter/subscriber-list.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import { EditorView } from "./editor-view.tsx";
import { SendingView } from "./sending-view.tsx";
import type { NewsletterActionData } from "./use-draft.ts";

/** Stands for the id of a newsletter that was not saved yet. */
const NEW = "new";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  adminTitle(loaderData?.newsletter?.subject ?? "New newsletter", matches);

export async function loader(args: Route.LoaderArgs) {
  const { email } = requireTeam(args).account;
  const { db } = args.context.get(servicesContext);
  const { id } = args.params;
  const newsletter = id === NEW ? null : await findNewsletter(db, parseId(id));
  if (id !== NEW && !newsletter) throw data(null, { status: 404 });
  const { searchParams } = args.url;
  return {
    newsletter,
    readers: (await countSubscribers(db)).confirmed,
    open: (await readSettings(db)).marketingEmails,
    ownEmail: email,
    dialog: searchParams.has("send")
      ? ("send" as const)
      : searchParams.has("delete")
        ? ("delete" as const)
        : null,
  };
}

/** Revalidates after a conflict (409) as well, to show what has changed in the meantime. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const intent = textOf(form, "intent");
  const who = { actor: actorOf(args.context), now: new Date() };
  const { id } = args.params;
  if (intent === "save" || intent === "test" || intent === "review")
    return saveThen(db, { form, intent, id, who });

  const which = { ...who, id: parseId(id), version: versionOf(form) };
  const transition = Object.hasOwn(transitions, intent) && transitions[intent];
  if (!transition) throw data(null, { status: 400 });
  const done = await transition.run(db, which);
  if (!done.ok) return errorResponse(done.error);
  const to =
    intent === "delete" ? href("/admin/newsletter") : href("/admin/newsletter/:id", { id });
  return redirect(withNotice(to, transition.notice));
}

const transitions: Partial<
  Record<
    string,
    {
      run: (db: Db, change: NewsletterChange) => ReturnType<typeof startSending>;
      notice: NoticeName;
    }
  >
> = {
  delete: { run: deleteDraft, notice: "newsletter-deleted" },
  send: { run: startSending, notice: "newsletter-started" },
  stop: { run: stopSending, notice: "newsletter-stopped" },
  continue: { run: continueSending, notice: "newsletter-continued" },
};

/** Saves the draft, then sends it as a test or opens the sending dialog, by intent. */
async function saveThen(
  db: Db,
  submission: {
    form: FormData;
    intent: "save" | "test" | "review";
    id: string;
    who: { actor: Actor; now: Date };
  },
) {
  const { form, intent, who } = submission;
  const typed = textsOf(form, ["subject", "markdown"]);
  const read = parseNewsletterForm(typed);
  if (!read.ok) return data<NewsletterActionData>({ typed, errors: read.error }, { status: 400 });
  const content = read.value;
  let id = Number(submission.id);
  let version = 1;
  if (submission.id === NEW) {
    const created = await createNewsletter(db, { ...who, content });
    if (!created.ok) return errorResponse(created.error, typed);
    id = created.value;
  } else {
    const change = { ...who, id: parseId(submission.id), version: versionOf(form) };
    const saved = await saveDraft(db, { ...change, content });
    if (!saved.ok) return errorResponse(saved.error, typed);
    version = saved.value;
  }
  const path = href("/admin/newsletter/:id", { id: String(id) });
  if (intent === "review") return redirect(`${path}?send=1`);
  if (intent === "save") return redirect(withNotice(path, "newsletter-saved"));
  const tested = await sendTest(db, { ...who, id, version });
  return tested.ok
    ? redirect(withNotice(path, "newsletter-tested"))
    : errorResponse(tested.error, typed);
}

const STALE_TYPED =
  "Someone changed this newsletter in the meantime. What you typed is still in the fields: saving replaces their version.";

const errorMessages: Record<Exclude<SendingError, "forbidden" | "not-found">, string> = {
  stale: "Someone changed this newsletter in the meantime. Here is the current state.",
  "switched-off": "Marketing emails are switched off in Settings, so nothing can be sent.",
  busy: "Another newsletter is being sent. Wait until it is done, or stop it.",
  "no-subscribers": "No one has confirmed a subscription yet.",
};

function errorResponse(error: SendingError, typed?: NewsletterActionData["typed"]) {
  if (error === "forbidden") throw redirect("/");
  if (error === "not-found") throw data(null, { status: 404 });
  const message = error === "stale" && typed ? STALE_TYPED : errorMessages[error];
  return data<NewsletterActionData>({ typed, message }, { status: 409 });
}

/** Parses an id; returns 0, which is never used, for an invalid one. */
function parseId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

export default function NewsletterPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const actionData = useStickyActionData(useActionData<NewsletterActionData>());
  const { newsletter, ...rest } = loaderData;
  return newsletter && newsletter.state !== "draft" ? (
    <SendingView newsletter={newsletter} open={rest.open} message={actionData?.message ?? null} />
  ) : (
    <EditorView newsletter={newsletter} {...rest} actionData={actionData} />
  );
}
