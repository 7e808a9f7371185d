import { href, Link } from "react-router";
import { ActButton } from "#app/office/act-button.tsx";
import { type Column, TwoLines } from "#app/ui/table.tsx";
import type { ListedMail } from "#shop/mail/mail-list.ts";
import { MailStateText, refusalText } from "./mail-labels.tsx";
import { mailList } from "./mail-list.ts";

/** The columns of the list; `next` is its page, to come back to. */
export const columnsOf = (next: string): Column<ListedMail>[] => [
  {
    head: "Email",
    cell: ({ to, label, subject }) => (
      <TwoLines under={to || "Account deleted"}>{subject ?? label}</TwoLines>
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
  /** All failed ones without it. */
  mail?: { key: string; to: string };
  again: string;
  discard: string | false;
  /** The page to come back to. */
  next: string;
}

/** Sends one mail again or discards it, or all that failed. */
export function Choices({ mail, again, discard, next }: ChoicesProps) {
  const choice = (intent: "again" | "discard", label: string) => ({
    ...({ action: mailList.path, size: "sm", children: label } as const),
    intent: mail ? intent : (`${intent}-all` as const),
    values: { ...(mail && { key: mail.key }), next },
    name: mail && `${label}: mail to ${mail.to}`,
  });
  return (
    <div className="row">
      {discard && <ActButton {...choice("discard", discard)} variant="ghost" />}
      <ActButton {...choice("again", again)} />
    </div>
  );
}
