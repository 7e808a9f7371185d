import { Form, href, Link, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { type Column, TwoLines } from "#app/ui/table.tsx";
import type { ListedMail } from "#shop/mail/mail-list.ts";
import { mailLabels, MailStateText, refusalText } from "./mail-labels.tsx";

/** The columns of the list; `next` is its page, to come back to. */
export const columnsOf = (next: string): Column<ListedMail>[] => [
  {
    head: "Email",
    cell: ({ to, template, subject }) => (
      <TwoLines under={to || "Account deleted"}>{subject ?? mailLabels[template]}</TwoLines>
    ),
  },
  {
    head: "Order",
    phone: ({ orderId }) => (orderId === null ? "hidden" : "bottom"),
    cell: ({ orderId }) =>
      orderId && (
        <Link className="link mono" to={href("/admin/orders/:orderId", { orderId })}>
          {orderId}
        </Link>
      ),
  },
  {
    head: "State",
    cell: (mail) => {
      const refusal = refusalText(mail);
      const state = <MailStateText mail={mail} />;
      return refusal ? <TwoLines under={refusal}>{state}</TwoLines> : state;
    },
  },
  {
    head: "What to do",
    headHidden: true,
    end: true,
    phone: ({ canResend }) => (canResend ? "bottom-end" : "hidden"),
    cell: ({ key, to, canResend, state }) =>
      canResend && (
        <Choices
          next={next}
          mail={{ key, to }}
          again="Resend"
          discard={state === "failed" && "Discard"}
        />
      ),
  },
];

export interface ChoicesProps {
  mail?: { key: string; to: string };
  again: string;
  discard: string | false;
  /** The page to come back to. */
  next: string;
}

/** Sends one mail again or discards it; all failed ones without `mail`. */
export function Choices({ mail, again, discard, next }: ChoicesProps) {
  const { formData } = useNavigation();
  const isThis = (formData?.get("key") ?? undefined) === mail?.key;
  const busy = (intent: string) => isThis && formData?.get("intent") === intent;
  const label = (text: string) => (mail ? `${text}: mail to ${mail.to}` : undefined);
  return (
    <Form method="post" action={href("/admin/mails")} preventScrollReset className="row">
      {mail && <input type="hidden" name="key" value={mail.key} />}
      <input type="hidden" name="next" value={next} />
      {discard && (
        <Button
          type="submit"
          name="intent"
          value="discard"
          size="sm"
          variant="ghost"
          busy={busy("discard")}
          aria-label={label(discard)}
        >
          {discard}
        </Button>
      )}
      <Button
        type="submit"
        name="intent"
        value="again"
        size="sm"
        variant="secondary"
        busy={busy("again")}
        aria-label={label(again)}
      >
        {again}
      </Button>
    </Form>
  );
}
