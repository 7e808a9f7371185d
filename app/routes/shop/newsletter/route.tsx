import { data } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { secondsToWait, tooManyTries } from "#app/limits.server.ts";
import { parseForm, textOf } from "#lib/form.ts";
import { subscribeByAddress, subscribeByEmail } from "#shop/limits/limits.server.ts";
import { subscribeSchema } from "#shop/newsletter/subscribe-form.ts";
import { askToSubscribe } from "#shop/newsletter/subscribers.server.ts";
import type { Route } from "./+types/route";
import { type SubscribeAnswer, SubscribeForm } from "./subscribe-form.tsx";
import { NewsletterPage } from "./newsletter-page.tsx";

const SOURCE_MAX = 200;

export { headers } from "#app/retry-after.ts";

export const meta: Route.MetaFunction = () => [{ title: "Newsletter" }];

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const form = await readForm(request);
  const typed = textOf(form, "email").trim();
  const refuse = (error: string, init: ResponseInit) =>
    data<SubscribeAnswer>({ sent: false, typed, error }, init);
  const given = parseForm(subscribeSchema, { email: typed });
  if (!given.ok) return refuse(given.error.email ?? "", { status: 400 });

  const now = new Date();
  const network = [{ limit: subscribeByAddress, who: context.get(clientAddressContext) }];
  const seconds = await secondsToWait(db, network, now);
  if (seconds > 0) {
    const { message, init } = tooManyTries(seconds);
    return refuse(message, init);
  }
  const { email } = given.value;
  const person = [{ limit: subscribeByEmail, who: email.toLowerCase() }];
  // Beyond that no mail goes out, and the answer stays the same: it says nothing about the address.
  if ((await secondsToWait(db, person, now)) === 0)
    await askToSubscribe(db, { email, source: sourceOf(form), now });
  return data<SubscribeAnswer>({ sent: true, typed: email });
}

/** The page that the box stood on. */
function sourceOf(form: FormData): string {
  const source = textOf(form, "source");
  return /^\/[\x20-\x7e]*$/.test(source) ? source.slice(0, SOURCE_MAX) : "/newsletter";
}

export default function Newsletter({ actionData }: Route.ComponentProps) {
  return <SubscribeView answer={actionData} />;
}

/** The box of the footer as a page, for where no script runs. */
function SubscribeView({ answer }: { answer?: SubscribeAnswer }) {
  return (
    <NewsletterPage
      title="Newsletter"
      lead="New packages and prices, by mail, every now and then. You confirm the address before anything comes, and each mail has a link to stop it."
    >
      <SubscribeForm label="Email" answer={answer} />
    </NewsletterPage>
  );
}
