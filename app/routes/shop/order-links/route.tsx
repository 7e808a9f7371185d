import { data, Form, Link, useNavigation } from "react-router";
import { z } from "zod";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { secondsToWait, tooManyAttempts } from "#app/limits.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { normalizeEmail } from "#lib/email.ts";
import { emailField } from "#shop/rules/email-field.ts";
import { parseForm, textsOf } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import { mailByAccount, mailByAddress } from "#shop/limits/limits.server.ts";
import { requestOrderLinks } from "#shop/orders/order-links.server.ts";
import "../track-order/track.css";
import type { Route } from "./+types/route";

const schema = () => z.object({ email: emailField(t("orderLinks.emailMissing")) });

export { headers } from "#app/limits.server.ts";

export const meta: Route.MetaFunction = () => [
  { title: t("orderLinks.title") },
  { name: "robots", content: "noindex" },
];

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const form = await readForm(request);
  const values = textsOf(form, ["email"]);
  const given = parseForm(schema(), values);
  if (!given.ok)
    return data({ values, errors: given.error, error: null, sent: false }, { status: 400 });

  const { email } = given.value;
  const now = new Date();
  const from = context.get(clientAddressContext);
  const seconds = await secondsToWait(db, [{ limit: mailByAddress, who: from }], now);
  if (seconds > 0) {
    const { message, init } = tooManyAttempts(seconds);
    return data({ values, errors: {}, error: message, sent: false }, init);
  }
  // Over the limit no mail is sent, but the response stays the same, so that it reveals nothing about the address.
  const ofEmail = [{ limit: mailByAccount, who: normalizeEmail(email) }];
  if ((await secondsToWait(db, ofEmail, now)) === 0) await requestOrderLinks(db, { email, now });
  return data({ values: { email }, errors: {}, error: null, sent: true });
}

/** Sends the links of all orders of an email address to that address. */
export default function OrderLinks({ actionData }: Route.ComponentProps) {
  const { state } = useNavigation();
  const { errors, form } = useFormErrors<"email">(actionData?.errors);
  const sent = actionData?.sent ?? false;
  return (
    <div className="container track">
      <header className="track__head">
        <h1 className="display">{t("orderLinks.title")}</h1>
        <p>{t("orderLinks.lead")}</p>
      </header>
      <div className="track__answer" role="status">
        {sent && (
          <Notice tone="completed">
            {t("orderLinks.sent", { email: actionData?.values.email ?? "" })}
          </Notice>
        )}
      </div>
      {actionData?.error && (
        <Notice tone="rejected" role="alert" className="track__placed">
          {actionData.error}
        </Notice>
      )}
      <Form method="post" noValidate className="card track__form track__form--links" {...form}>
        <Field
          label={t("orderLinks.email")}
          name="email"
          type="email"
          defaultValue={actionData?.values.email}
          error={errors.email}
          autoComplete="email"
          required
        />
        <Button type="submit" variant={sent ? "secondary" : "primary"} busy={state !== "idle"}>
          {sent ? t("orderLinks.sendAgain") : t("orderLinks.send")}
        </Button>
      </Form>
      <p className="track__lost">
        <Link className="link" to="/track-order">
          <Icon name="left" size="sm" /> {t("orderLinks.back")}
        </Link>
      </p>
    </div>
  );
}
