import { data } from "react-router";
import { z } from "zod";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { secondsToWait, tooManyAttempts } from "#app/limits.server.ts";
import { emailField } from "#shop/rules/email-field.ts";
import { parseForm, textOf } from "#lib/form.ts";
import { subscribeByAddress, subscribeByEmail } from "#shop/limits/limits.server.ts";
import { requestSubscription } from "#shop/newsletter/subscribers.server.ts";
import { t } from "#messages/translate.ts";
import type { Route } from "./+types/route";
import { type SubscribeResult, SubscribeForm } from "./subscribe-form.tsx";
import { NewsletterPage } from "./newsletter-page.tsx";

const SOURCE_MAX = 200;
/** Not in `subscribe-form.tsx`, which every page loads: only the server validates. */
const subscribeSchema = () => z.object({ email: emailField(t("newsletter.emailMissing")) });

export { headers } from "#app/limits.server.ts";

export const meta: Route.MetaFunction = () => [{ title: t("newsletter.title") }];

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const form = await readForm(request);
  const typed = textOf(form, "email").trim();
  const reject = (error: string, init: ResponseInit) =>
    data<SubscribeResult>({ sent: false, typed, error }, init);
  const given = parseForm(subscribeSchema(), { email: typed });
  if (!given.ok) return reject(given.error.email ?? "", { status: 400 });

  const now = new Date();
  const addressLimits = [{ limit: subscribeByAddress, who: context.get(clientAddressContext) }];
  const seconds = await secondsToWait(db, addressLimits, now);
  if (seconds > 0) {
    const { message, init } = tooManyAttempts(seconds);
    return reject(message, init);
  }
  const { email } = given.value;
  const emailLimits = [{ limit: subscribeByEmail, who: email.toLowerCase() }];
  // Over the limit no mail is sent, but the response stays the same, so that it reveals nothing about the address.
  if ((await secondsToWait(db, emailLimits, now)) === 0)
    await requestSubscription(db, { email, source: sourceOf(form), now });
  return data<SubscribeResult>({ sent: true, typed: email });
}

/** Returns the page the form was submitted from. */
function sourceOf(form: FormData): string {
  const source = textOf(form, "source");
  return /^\/[\x20-\x7e]*$/.test(source) ? source.slice(0, SOURCE_MAX) : "/newsletter";
}

/** The footer's subscribe form as a page, for visitors without JavaScript. */
export default function Newsletter({ actionData }: Route.ComponentProps) {
  return (
    <NewsletterPage title={t("newsletter.title")} lead={t("newsletter.lead")}>
      <SubscribeForm label={t("newsletter.email")} result={actionData} />
    </NewsletterPage>
  );
}
