import {
  data,
  href,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useActionData,
} from "react-router";
import { actorOf } from "#app/actor.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useKeptAnswer } from "#app/kept-answer.ts";
import { useLive } from "#app/live.ts";
import { type NoticeName, withNotice } from "#app/notices.ts";
import { requireAdmin } from "#app/session.server.ts";
import type { Db } from "#db/client.server.ts";
import { textOf, versionOf } from "#lib/form.ts";
import type { Actor } from "#shop/audit/audit.ts";
import {
  createNewsletter,
  deleteDraft,
  type NewsletterChange,
  saveDraft,
  sendTest,
} from "#shop/newsletter/drafts.server.ts";
import {
  type NewsletterContent,
  type NewsletterErrors,
  readNewsletterForm,
} from "#shop/newsletter/newsletter.ts";
import { findNewsletter } from "#shop/newsletter/newsletters.server.ts";
import {
  continueSending,
  type SendingRefusal,
  startSending,
  stopSending,
} from "#shop/newsletter/sending.server.ts";
import { countSubscribers } from "#shop/newsletter/subscriber-list.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "../shared/admin-title.ts";
import { EditorView } from "./editor-view.tsx";
import { SendingView } from "./sending-view.tsx";

/** What the page answers when something was not done. */
export interface NewsletterAnswer {
  typed?: NewsletterContent;
  errors?: NewsletterErrors;
  /** Why, when no field is wrong. */
  message?: string;
}

/** In the place of an id, for what was not saved yet. */
const NEW = "new";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  adminTitle(loaderData?.newsletter?.subject ?? "New newsletter", matches);

export async function loader(args: Route.LoaderArgs) {
  const { email } = requireAdmin(args).account;
  const { db } = args.context.get(servicesContext);
  const { id } = args.params;
  const newsletter = id === NEW ? null : await findNewsletter(db, idIn(id));
  if (id !== NEW && !newsletter) throw data(null, { status: 404 });
  const { searchParams } = args.url;
  return {
    newsletter,
    readers: (await countSubscribers(db)).confirmed,
    open: (await readSettings(db)).marketingEmails,
    ownEmail: email,
    asking: searchParams.has("send")
      ? ("send" as const)
      : searchParams.has("delete")
        ? ("delete" as const)
        : null,
  };
}

/** Also after a refusal: what was changed meanwhile is what has to be seen now. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

export async function action(args: Route.ActionArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const intent = textOf(form, "intent");
  const who = { actor: actorOf(args.context), now: new Date() };
  const { id } = args.params;
  if (intent === "save" || intent === "test" || intent === "review")
    return saveFirst(db, { form, intent, id, who });

  const which = { ...who, id: idIn(id), version: versionOf(form) };
  const way = Object.hasOwn(ways, intent) && ways[intent];
  if (!way) throw data(null, { status: 400 });
  const done = await way.verb(db, which);
  if (!done.ok) return refuse(done.error);
  const to =
    intent === "delete" ? href("/admin/newsletter") : href("/admin/newsletter/:id", { id });
  return redirect(withNotice(to, way.notice));
}

const ways: Partial<
  Record<
    string,
    {
      verb: (db: Db, change: NewsletterChange) => ReturnType<typeof startSending>;
      notice: NoticeName;
    }
  >
> = {
  delete: { verb: deleteDraft, notice: "newsletter-deleted" },
  send: { verb: startSending, notice: "newsletter-started" },
  stop: { verb: stopSending, notice: "newsletter-stopped" },
  continue: { verb: continueSending, notice: "newsletter-continued" },
};

/** Keeps the draft; then, if that was asked for, sends it as a test, or goes on to where it is sent. */
async function saveFirst(
  db: Db,
  asked: {
    form: FormData;
    intent: "save" | "test" | "review";
    id: string;
    who: { actor: Actor; now: Date };
  },
) {
  const { form, intent, who } = asked;
  const typed = { subject: textOf(form, "subject"), markdown: textOf(form, "markdown") };
  const read = readNewsletterForm(typed);
  if (!read.ok) return data<NewsletterAnswer>({ typed, errors: read.error }, { status: 400 });
  const content = read.value;
  let id = Number(asked.id);
  let version = 1;
  if (asked.id === NEW) {
    const created = await createNewsletter(db, { ...who, content });
    if (!created.ok) return refuse(created.error, typed);
    id = created.value;
  } else {
    const change = { ...who, id: idIn(asked.id), version: versionOf(form) };
    const saved = await saveDraft(db, { ...change, content });
    if (!saved.ok) return refuse(saved.error, typed);
    version = saved.value;
  }
  const path = href("/admin/newsletter/:id", { id: String(id) });
  if (intent === "review") return redirect(`${path}?send=1`);
  if (intent === "save") return redirect(withNotice(path, "newsletter-saved"));
  const tested = await sendTest(db, { ...who, id, version });
  return tested.ok ? redirect(withNotice(path, "newsletter-tested")) : refuse(tested.error, typed);
}

const STALE_TYPED =
  "Somebody changed this newsletter meanwhile. What you typed is still in the fields: saving puts it in the place of theirs.";

const refusals: Record<Exclude<SendingRefusal, "forbidden" | "not-found">, string> = {
  stale: "Somebody changed this newsletter meanwhile. This is how it is now.",
  "switched-off": "Marketing emails are switched off in Settings, so nothing can be sent.",
  busy: "Another newsletter is being sent. Wait until it is done, or stop it.",
  nobody: "Nobody has confirmed a subscription yet.",
};

function refuse(refusal: SendingRefusal, typed?: NewsletterAnswer["typed"]) {
  if (refusal === "forbidden") throw redirect("/");
  if (refusal === "not-found") throw data(null, { status: 404 });
  const message = refusal === "stale" && typed ? STALE_TYPED : refusals[refusal];
  return data<NewsletterAnswer>({ typed, message }, { status: 409 });
}

/** 0, which no newsletter has, for what is no number. */
function idIn(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

export default function NewsletterPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const answer = useKeptAnswer(useActionData<NewsletterAnswer>());
  const { newsletter, ...rest } = loaderData;
  return newsletter && newsletter.state !== "draft" ? (
    <SendingView newsletter={newsletter} open={rest.open} message={answer?.message ?? null} />
  ) : (
    <EditorView newsletter={newsletter} {...rest} answer={answer} />
  );
}
