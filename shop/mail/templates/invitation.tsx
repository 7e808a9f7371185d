import type { InvitationMail, RequestedInvitation } from "../account-mail.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { ShopDetails } from "../mail.ts";
import { accountFoot, Button, MailLayout, muted, text } from "./layout.tsx";

/** Renders an invitation to the team, with its link. */
// untranslated: mails to the team are in English.
function Invitation({ message, shop }: { message: InvitationMail; shop: ShopDetails }) {
  const { link, role, invitedBy } = message;
  const body = `${invitedBy} invites you to the team of ${shop.shopName}, with the role ${role}.`;
  return (
    <MailLayout
      preview={body}
      heading={`Join the team of ${shop.shopName}`}
      shop={shop}
      foot={accountFoot(shop)}
    >
      <p style={text}>Hello,</p>
      <p style={text}>{body} Open the link to accept.</p>
      <Button href={link}>Open the invitation</Button>
      <p className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        The link works once, for 7 days. If you do not know {invitedBy}, ignore this email: nothing
        happens.
      </p>
    </MailLayout>
  );
}

export const invitation: MailTemplate<InvitationMail, RequestedInvitation> = {
  adminLabel: "Invitation to the team",
  subject: () => "invitation to the team",
  Body: Invitation,
  example: {
    template: "invitation",
    link: "https://shop.example/i",
    role: "Delivery",
    invitedBy: "Robin",
  },
};
