import { data, href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import { act, type Given, leadTo, officeAction } from "#app/office/acts.server.ts";
import { useAnswer } from "#app/office/answer.ts";
import { redirect } from "#app/redirects.ts";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { idOf } from "#lib/form.ts";
import { ok } from "#lib/result.ts";
import {
  createNewsletter,
  deleteDraft,
  saveDraft,
  sendTest,
} from "#shop/newsletter/drafts.server.ts";
import { type NewsletterContent, newsletterFields } from "#shop/newsletter/newsletter.ts";
import { findNewsletter } from "#shop/newsletter/newsletters.server.ts";
import { continueSending, startSending, stopSending } from "#shop/newsletter/sending.server.ts";
import { countSubscribers } from "#shop/newsletter/subscriber-list.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { Route } from "./+types/route";
import { EditorView } from "./editor-view.tsx";
import { SendingView } from "./sending-view.tsx";

/** Stands for the id of a newsletter that was not saved yet. */
const NEW = "new";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  adminTitle(loaderData?.newsletter?.subject ?? "New newsletter", matches);

export async function loader(args: Route.LoaderArgs) {
  const { email } = requireTeam(args).account;
  const { db } = args.context.get(servicesContext);
  const { id } = args.params;
  const newsletter = id === NEW ? null : await findNewsletter(db, idOf(id));
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

/** Saves the draft; returns its id and version. */
async function save(given: Given, content: NewsletterContent) {
  const { db } = given.services;
  if (given.param("id") === NEW) {
    const created = await createNewsletter(db, { ...given.who, content });
    return created.ok ? ok({ id: created.value, version: 1 }) : created;
  }
  const which = newsletterIn(given);
  const saved = await saveDraft(db, { ...which, content });
  return saved.ok ? ok({ id: which.id, version: saved.value }) : saved;
}

function newsletterIn({ param, version, who }: Given) {
  return { id: idOf(param("id")), version, ...who };
}

function pathOf({ id }: { id: number }) {
  return href("/admin/newsletter/:id", { id: String(id) });
}

const refusedSending = {
  "switched-off": "Marketing emails are switched off in Settings, so nothing can be sent.",
  busy: "Another newsletter is being sent. Wait until it is done, or stop it.",
  "no-subscribers": "No one has confirmed a subscription yet.",
};

/** Saves a draft, and sends it as a test or asks whether to send it; sends, stops or deletes it. */
export const action = officeAction(
  {
    save: act({
      fields: newsletterFields,
      run: save,
      done: (saved) => leadTo(pathOf(saved), "newsletter-saved"),
      refused: {},
    }),
    review: act({
      fields: newsletterFields,
      run: save,
      done: (saved) => redirect(`${pathOf(saved)}?send=1`),
      refused: {},
    }),
    test: act({
      fields: newsletterFields,
      run: async (given, content) => {
        const saved = await save(given, content);
        if (!saved.ok) return saved;
        const tested = await sendTest(given.services.db, { ...given.who, ...saved.value });
        return tested.ok ? saved : tested;
      },
      done: (saved) => leadTo(pathOf(saved), "newsletter-tested"),
      refused: {},
    }),
    send: act({
      run: (given) => startSending(given.services.db, newsletterIn(given)),
      done: (_, given) => leadTo(pathOf(newsletterIn(given)), "newsletter-started"),
      refused: refusedSending,
    }),
    stop: act({
      run: (given) => stopSending(given.services.db, newsletterIn(given)),
      done: (_, given) => leadTo(pathOf(newsletterIn(given)), "newsletter-stopped"),
      refused: {},
    }),
    continue: act({
      run: (given) => continueSending(given.services.db, newsletterIn(given)),
      done: (_, given) => leadTo(pathOf(newsletterIn(given)), "newsletter-continued"),
      refused: refusedSending,
    }),
    delete: act({
      run: (given) => deleteDraft(given.services.db, newsletterIn(given)),
      done: () => leadTo(href("/admin/newsletter"), "newsletter-deleted"),
      refused: {},
    }),
  },
  "this newsletter",
);

export default function NewsletterPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const answer = useAnswer<typeof action>();
  const { newsletter, ...rest } = loaderData;
  return newsletter && newsletter.state !== "draft" ? (
    <SendingView newsletter={newsletter} open={rest.open} answer={answer} />
  ) : (
    <EditorView newsletter={newsletter} {...rest} answer={answer} />
  );
}
